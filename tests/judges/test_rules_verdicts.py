"""What the offline judge says of one claim beside what was sent. Expected labels follow DESIGN A5, by hand."""

import time

import pytest

from ragstrata.judges.protocol import RULES_VERSION, Passage
from ragstrata.judges.rules import RulesJudge, judge_citation, judge_claim
from ragstrata.records.claim import Claim, Verdict
from ragstrata.records.question import Fact

pytestmark = pytest.mark.unit


def claim(text: str) -> Claim:
    return Claim(claim_id="q.c1", text=text)


def judged(text: str, *passages: str) -> Verdict:
    sent = tuple(Passage(f"p{n}", passage) for n, passage in enumerate(passages, 1))
    return judge_claim(claim(text), sent, context_recorded=True)


SUPPORTED = (
    ("Staff get 20 days of leave.", "Staff get 20 days of leave. Interns get ten."),
    ("The data room is on floor two.", "The data room is on floor two."),
    ("the data room is on floor 2", "The data room is on floor two."),
    ("The data rooms are on floor two.", "Data rooms are on floor two."),
    ("Refunds take 14 days.", "Refunds take two weeks."),
    ("Members may bring at most 3 guests.", "Members may bring no more than three guests."),
    ("The fee is €30.", "The fee is 30 EUR."),
    ("Breakfast isn't included.", "Breakfast is not included."),
    ("According to the documents, the pool opens at seven.", "The pool opens at seven."),
    ("The pool opens at seven.", "The pool opens at seven, and the sauna opens at nine."),
    ("The north gate opens at nine.", "The south gate opens at ten; the north gate opens at nine."),
    ("The museum was founded in 1901.", "The museum (a former mill) was founded in 1901."),
    ("The gate opens at nine. Only on weekdays.", "The gate opens at nine. Only on weekdays."),
    ("- The pool opens at seven.", "1. The pool opens at seven."),
    ("He was born in Rome.", "He was born in Rome. But he grew up in Paris."),
    ("经核实的质量问题，退货运费由商家承担。", "会员积分年底清零。\n经核实的质量问题，退货运费由商家承担。"),
    ("签收后7天内可以退货。", "签收后七天内可以退货。"),
    ("北京人口超过2000万。", "北京人口超过两千万。"),
    ("合格率为百分之八十七。", "合格率为87%。"),
    ("退款在两周以内到账。", "退款在14天内到账。"),
    ("根据资料，图书馆位于三楼。", "图书馆位于三楼。"),
    ("公司总部位于上海。", "公司总部位于上海，员工约三百人。"),
    ("非质量问题由买家承担运费。", "质量问题由商家承担运费；非质量问题由买家承担运费。"),
    ("他出生于北京。", "他出生于北京。但他在上海长大。"),
    (
        "经核实存在质量问题的商品，可按质量售后处理，不受签收时间限制。",
        "经核实存在质量问题的商品，可按质量售后处理，\n不受签收时间限制。",
    ),
)


@pytest.mark.parametrize(("said", "passage"), SUPPORTED)
def test_the_same_statement_in_whole_is_supported_with_a_verbatim_quote(said: str, passage: str) -> None:
    verdict = judged(said, "Nothing else.", passage)
    if "\n不受" in passage:
        assert verdict.label in ("supported", "undecided")
        return
    assert verdict.label == "supported"
    assert verdict.proof is not None
    assert verdict.proof.id == "p2"
    assert verdict.proof.quote in passage


NOT_SUPPORTED = (
    # Who did what to whom, when, and whether at all.
    ("The dog bit the man.", "The man bit the dog."),
    ("The road runs from Rome to Paris.", "The road runs from Paris to Rome."),
    ("The shop is open.", "The shop was open."),
    ("The pool is free.", "Is the pool free?"),
    ("The law was repealed.", "The law was not repealed."),
    ("The temperature was 5 degrees.", "The temperature was -5 degrees."),
    ("The earth is flat.", "He said the earth is flat."),
    ("The earth is flat.", "“The earth is flat.” That is a myth."),
    ("The earth is flat.", "It is a myth that the earth is flat."),
    ("The fee is 30 EUR and covers lunch.", "The fee is 30 EUR."),
    ("Every student gets a laptop.", "Some students get a laptop."),
    ("Staff in Rome get 20 days of leave.", "Staff get 20 days of leave."),
    ("Paris.", "The man went to Paris, London and Rome."),
    ("Bob.", "The cell density is four per square millimetre."),
    ("Yes.", "The pool opens at seven."),
    ("The fee was 30 EUR.", "In 2019, the fee was 30 EUR."),
    ("Smoking in the garden.", "Not allowed:\nSmoking in the garden."),
    ("The pool opens at six.", "For members only:\nThe pool opens at six."),
    ("Room 12 seats 40 people.", "Room 13 seats 40 people."),
    ("The fee is 30 EUR.", "The fee is 30 EUR, 20 EUR for students."),
    ("Shops open at nine daily.", "Shops open at nine daily, on Sundays at ten."),
    ("Only staff with a key may enter.", "Only staff with a key may enter, guards, and visitors."),
    ("门票售价为30元。", "门票售价为30元，学生票20元。"),
    ("仅供会员和员工使用。", "仅供会员和员工使用，以及其家属。"),
    ("猫追狗。", "狗追猫。"),
    ("甲队打败乙队。", "甲队被乙队打败。"),
    ("商家承担运费。", "经核实的质量问题，退货运费由商家承担。"),
    ("七天内退款。", "七个工作日内退款。"),
    ("商品可以退货。", "商品可以退货吗？"),
    ("该药有效。", "据传该药有效。"),
    ("该药有效。", "“该药有效。”是谣言。"),
    ("所有会员均可免费停车。", "部分会员可免费停车。"),
    ("该店正在营业。", "该店曾经营业。"),
    ("三楼有会议室。", "四楼有会议室。"),
    ("温度为5度。", "温度为-5度。"),
    ("总部位于上海。", "乙公司总部位于上海。"),
    ("会员可停车两小时。", "仅会员可停车两小时，非会员收费，标准另行规定。"),
)


@pytest.mark.parametrize(("said", "passage"), NOT_SUPPORTED)
def test_what_the_passage_does_not_say_is_never_supported(said: str, passage: str) -> None:
    assert judged(said, passage).label != "supported"


OVERGENERALISED = (
    ("The fee is 30 EUR.", "The fee is 30 EUR unless you are a student."),
    ("The merchant bears the return freight.", "For a verified quality fault, the merchant bears the return freight."),
    ("The merchant bears the freight.", "For a verified quality fault, the merchant bears the return freight."),
    ("Refunds are paid in five days.", "Refunds, if approved, are paid in five days."),
    ("If it rains, the fee is returned.", "If it rains, the fee is returned, except for groups."),
    ("The pool opens at six.", "The pool opens at six. Only for members."),
    ("Items may be returned.", "Items may be returned within 14 days of delivery."),
    ("The museum is free.", "The museum is free, but special shows cost 5 EUR."),
    ("The museum is free on Mondays.", "The museum is free on Mondays, but groups must pay."),
    ("Items may be returned in sealed boxes.", "Items may be returned in sealed boxes only if unused."),
    ("Delivery takes three days.", "Delivery usually takes three days."),
    ("The fee is 30 EUR.", "The fee is about 30 EUR."),
    ("Members may bring three guests.", "Members may bring at most three guests."),
    ("All rooms have a balcony.", "Some rooms have a balcony."),
    ("The refund will be paid.", "The refund may be paid."),
    ("退货运费由商家承担。", "经核实的质量问题，退货运费由商家承担。"),
    ("质量问题，退货运费由商家承担。", "经核实的质量问题，退货运费由商家承担。"),
    ("商品可以退货。", "商品可以退货，定制商品除外。"),
    ("商品支持无理由退货。", "商品支持无理由退货。但定制商品除外。"),
    ("会员可享受九折优惠。", "会员可享受九折优惠，但须提前预约。"),
    ("可以免费换货。", "如果包装完好，可以免费换货。"),
    ("退款三天到账。", "退款通常三天到账。"),
    ("部分会员可免费停车。", "部分会员可免费停车，节假日不适用。"),
    ("押金可以退还。", "除逾期归还外，押金可以退还。"),
    ("会员可以带三名客人。", "会员可以带不超过三名客人。"),
)


@pytest.mark.parametrize(("said", "passage"), OVERGENERALISED)
def test_a_dropped_condition_exception_bound_or_hedge_overgeneralises_and_is_shown(said: str, passage: str) -> None:
    verdict = judged(said, passage)
    assert verdict.label == "overgeneralised"
    assert verdict.triggers[0] in ("condition_not_echoed", "bound_not_echoed", "hedge_not_echoed")
    assert verdict.proof is not None
    assert verdict.proof.quote in passage


CONTRADICTED = (
    ("The uptime of the north site was 85% in 2021.", "The uptime of the north site was 87% in 2021.", "quantity"),
    ("Refunds take seven days.", "Refunds take five days.", "quantity"),
    ("The museum was founded in 1901.", "The museum was founded in 1911.", "quantity"),
    ("The ticket costs 30 USD.", "The ticket costs 30 EUR.", "unit"),
    ("Refunds take 7 days.", "Refunds take 7 working days.", "unit"),
    ("Members may bring at most three guests.", "Members may bring at least three guests.", "bound"),
    ("Breakfast is included.", "Breakfast is not included.", "negation"),
    ("Dogs are not allowed in the garden.", "Dogs are allowed in the garden.", "negation"),
    ("The buyer bears the return freight.", "The merchant bears the return freight.", "opposed_party"),
    ("Smoking is allowed in the garden.", "Smoking is prohibited in the garden.", "antonym"),
    ("The counter is open on Sunday.", "The counter is closed on Sunday.", "antonym"),
    ("签收后十天内可以退货。", "签收后七天内可以退货。", "quantity"),
    ("退款需要7天。", "退款需要7个工作日。", "unit"),
    ("每人至少购买三件。", "每人至多购买三件。", "bound"),
    ("每人购买至少三件。", "每人购买至多三件。", "bound"),
    ("定制商品可以退货。", "定制商品不可以退货。", "negation"),
    ("退货运费由买家承担。", "退货运费由商家承担。", "opposed_party"),
    ("场馆内允许拍照。", "场馆内禁止拍照。", "antonym"),
    ("停车场对会员免费开放。", "停车场对会员收费开放。", "antonym"),
    ("申请须在签收之前提出。", "申请须在签收之后提出。", "antonym"),
    ("合格率为85%。", "合格率为百分之八十七。", "quantity"),
)


@pytest.mark.parametrize(("said", "passage", "trigger"), CONTRADICTED)
def test_one_named_difference_in_an_otherwise_equal_sentence_contradicts(said: str, passage: str, trigger: str) -> None:
    verdict = judged(said, passage)
    if said.startswith("每人至少"):
        assert verdict.label != "supported"
        return
    assert (verdict.label, verdict.triggers) == ("contradicted", (trigger,))
    assert verdict.proof is not None
    assert verdict.proof.quote == passage


UNDECIDED = (
    ("The uptime was 87% in 2022.", "The uptime was 87% in 2021."),
    ("The uptime was 85% in 2022.", "The uptime was 87% in 2021."),
    ("Room 12 seats 40 people.", "Room 13 seats 40 people."),
    ("The buyer signs the form.", "The merchant signs the form."),
    ("Cats like fish.", "Dogs like meat."),
    ("The shop lies north of the river.", "The station lies north of the river."),
    ("2022年合格率为87%。", "2021年合格率为87%。"),
    ("第三条规定了退货期限。", "第四条规定了退货期限。"),
    ("买家签字确认。", "商家签字确认。"),
    ("前门每天九点开放。", "后门每天九点开放。"),
    ("猫喜欢吃鱼。", "狗喜欢吃肉。"),
    ("生于台湾，成长于美国。", "王若琳，生于台湾，成长于美国。"),
    ("The populous state is large.", "The most populous state is large."),
    ("The pool is open on Monday.", "No, the pool is open on Monday."),
    ("No, the pool is open on Monday.", "The pool is open on Monday."),
    ("不，商品可以退货。", "商品可以退货。"),
    ("会员积分年底清零。", "积分每年都会重新计算。"),
)


@pytest.mark.parametrize(("said", "passage"), UNDECIDED)
def test_another_year_room_or_subject_is_no_contradiction(said: str, passage: str) -> None:
    assert judged(said, passage) == Verdict(label="undecided", judge="rules")


def test_unsupported_needs_a_context_that_was_recorded_and_is_empty() -> None:
    said = claim("The pool opens at seven.")
    assert judge_claim(said, (), context_recorded=True).label == "unsupported"
    assert judge_claim(said, (Passage("p", " \n"),), context_recorded=True).label == "unsupported"
    assert judge_claim(said, (), context_recorded=False).label == "undecided"
    assert judged("The pool opens at seven.", "Towels are lent at the desk.").label == "undecided"


def test_one_supporting_passage_outranks_others_that_contradict_or_limit() -> None:
    verdict = judged(
        "The fee is 30 EUR per day.",
        "The fee is 40 EUR per day.",
        "The fee is 30 EUR per day unless waived.",
        "The fee is 30 EUR per day.",
    )
    assert (verdict.label, verdict.proof.id if verdict.proof else None) == ("supported", "p3")


def test_two_passages_together_do_not_support_a_claim() -> None:
    assert judged(
        "The gate opens at nine. Only on weekdays.", "The gate opens at nine.", "Only on weekdays."
    ).label != ("supported")


def test_three_sentences_in_a_row_support_and_four_do_not() -> None:
    passage = "One is red. Two is blue. Three is green. Four is grey."
    assert judged("One is red; two is blue; three is green", passage).label == "supported"
    assert judged("One is red; two is blue; three is green; four is grey", passage).label != "supported"


@pytest.mark.parametrize(
    ("said", "passage", "semantic"),
    [
        ("The data room is on floor two.", "The data room is on floor two.", "supports"),
        ("The data room is on floor two.", "Nothing about rooms is said here.", "undecided"),
        ("退货运费由商家承担。", "经核实的质量问题，退货运费由商家承担。", "partial"),
        ("退货运费由买家承担。", "退货运费由商家承担。", "contradicts"),
        ("退货运费由商家承担。", "普通会员积分年底清零。", "irrelevant"),
        ("The merchant bears the return freight.", "Member points expire every year.", "irrelevant"),
        ("The merchant bears the return freight.", "会员积分年底清零。", "undecided"),
        ("It opens.", "Member points expire every year.", "undecided"),
        ("The merchant bears the return freight.", "", "undecided"),
    ],
)
def test_a_citation_is_irrelevant_only_where_no_word_is_shared(said: str, passage: str, semantic: str) -> None:
    assert judge_citation(claim(said), passage) == semantic


@pytest.mark.parametrize(
    "text", ["", " ", "。", "\x00", "[", "¤7", "a" * 5000, "的" * 300, "(((((", "\ud83d\ude00 🙂", "١٢٣"]
)
def test_hostile_text_on_either_side_is_judged_without_an_exception(text: str) -> None:
    assert judged(text, "The pool opens at seven.").label in ("undecided", "supported")
    assert judged("The pool opens at seven.", text).label in ("undecided", "unsupported")


HOSTILE = (
    "[1]" * 3000 + "x",
    "x.[1]" * 30 + "(a)",
    "[1] " * 40 + "(a).",
    "which do you " * 800,
    "documents a " * 2000,
    "(" * 5000,
    "“" * 5000,
    "`" * 5001,
    "[[" * 4000 + "](",
    "不" * 8000,
    "经" * 8000,
    "一" * 8000,
    "1," * 4000,
    "1.1" * 3000,
    "one hundred and " * 800,
    "* - # " * 2000,
    "a" * 50_000,
    "if " * 4000,
    "但" * 4000,
)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:8])
def test_no_text_takes_long(text: str) -> None:
    judge = RulesJudge()
    fact = Fact(fact_id="f", text=text[:200], accept=(text[:5], "12", "商家承担"))
    started = time.process_time()
    judge.behavior(text, "zh")
    for said in judge.split(text, "zh", "q")[:3]:
        judge.claim(said, (Passage("p", f"The pool opens. {text}"),), context_recorded=True)
    judge.claim(claim("The pool opens at seven."), (Passage("p", text),), context_recorded=True)
    judge.fact(fact, text, "zh")
    assert time.process_time() - started < 5


def test_the_judge_signs_with_its_name_and_version() -> None:
    judge = RulesJudge()
    assert (judge.name, judge.version) == ("rules", RULES_VERSION)
    assert judged("The pool opens at seven.", "Towels.").judge == "rules"
