"""What a reply does, in usual and unusual words. Labels are the literal meaning of the reply."""

import gzip
import json
import re
from pathlib import Path

import pytest

from ragstrata.judges.behavior import classify_behavior

pytestmark = pytest.mark.unit

REFUSALS = (
    "资料中没有相关信息，无法回答。",
    "抱歉，我不清楚。",
    "很抱歉，根据现有资料无法确定店主的生日。",
    "我在文档里没有找到这方面的内容。",
    "这个问题超出了知识库的范围。",
    "目前没有足够的信息来回答您的问题。",
    "文中并未提及退货运费由谁承担。",
    "不知道。",
    "暂无相关信息。",
    "恕我无法回答。",
    "上述材料均未涉及该问题。",
    "根据提供的上下文，无法得知答案。",
    "抱歉，未查询到相关规定，建议您联系人工客服。",
    "提供的文档只介绍了积分规则，没有说明运费。",
    "我手头的资料里查不到这一点。",
    "您问的内容不在我的知识范围内。",
    "对不起，这个我答不上来。",
    "资料不足，难以判断。",
    "I could not find this in the documents.",
    "The documents do not contain this information, so I cannot answer.",
    "I don't know.",
    "I do not know",
    "No answer is present",
    "not mentioned in the provided context",
    "It is not mentioned in the provided context.",
    "I'm sorry, but I can't help with that.",
    "Sorry, I have no information about that.",
    "The context doesn't say.",
    "None of the passages address this question.",
    "There is no information about the opening hours in the documents.",
    "I’m afraid I don’t have enough information to answer that question.",
    "This question is unanswerable from the given text.",
    "The provided passages are silent on this point.",
    "Unfortunately, the answer cannot be determined from the context.",
    "I was unable to locate anything on this topic in the sources.",
    "Beats me.",
    "I have no idea.",
    "That's outside my knowledge.",
    "N/A",
    "Unknown.",
    "The retrieved documents only discuss returns; they do not mention opening hours.",
    "I do not have specific information on the deadline. Please contact support.",
    "Insufficient information.",
    "I wish I could help, but the material provided does not cover the question.",
    "资料里没写。",
    "文档没有说。",
    "没找到相关资料。",
    "无相关信息",
    "这份材料对此只字未提。",
    "抱歉，我没办法回答这个问题，请咨询客服。",
)
ANSWERS = (
    "超过七天都不能退。",
    "Gift cards cannot be changed into cash.",
    "无法提供发票的，不能退货。",
    "超出保修范围的，由买家承担。",
    "The policy does not cover water damage.",
    "We do not have parking on site.",
    "We cannot provide refunds after 30 days.",
    "Sorry, we don't accept returns after 30 days.",
    "抱歉，超过七天不能退货。",
    "没有质量问题的商品不支持退货。",
    "不确定尺码的顾客可以咨询客服。",
    "数据不包含港澳台地区。",
    "The document does not need to be signed.",
    "No, pets are not allowed.",
    "不可以。",
    "不能。",
    "Unopened items cannot be returned without a receipt.",
    "The plan does not include breakfast.",
    "There is no charge for delivery.",
    "This item is not available in the store.",
    "Members do not need to book.",
    "没有发票也可以退货。",
    "系统无法识别的二维码需要人工登记。",
    "There are no records of sales before 1990, since the company was founded in 1991.",
    "Accidental damage is not covered by the policy.",
    "Bob.",
    "東京です",
    "未经核实的质量问题由买家承担。",
    "签收后不能提供照片的，商家不予受理。",
    "The cause of the fire is unknown to this day.",
    "会员资料不全的，不能办理。",
    "The answer is 42.",
    "Yes.",
    "是的，可以退货。请问还有其他问题吗？",
    "您可以在七天内退货。如果还有疑问，请联系客服。",
    "I can confirm that the fee is 30 EUR.",
    "The contract cannot be terminated before the end of the year.",
    "客服无法修改已发货订单的地址。",
    "Please return the item within 7 days.",
    "请在七天内申请退货。",
    "I don't know. The capital of France is Paris.",
    "商家未提供运费险的，运费由商家承担。",
    "如未提供相关证明，则不予退款。",
    "文件没有签字的无效。",
    "没有相关资质的商家不得销售。",
)
PARTIALS = (
    "I can't say for cameras, but phones may be returned within 14 days.",
    "资料中没有提到相机，但手机可以在14天内退货。",
    "关于相机，资料未提及。手机可以在14天内退货。",
    "The documents do not mention cameras. They do say that phones may be returned within 14 days.",
    "While I could not find the price, the pool opens at seven.",
    "我不清楚运费由谁承担，不过退货须在七天内提出。",
    "The opening hours are nine to five. The documents do not say whether it opens on Sundays.",
    "退货须在七天内提出；至于运费，文档没有说明。",
)
QUESTIONS_BACK = (
    "请问您指的是哪一件商品？是质量问题还是无理由退货？",
    "Could you tell me which item you mean, and whether it has a quality fault?",
    "Which item do you mean?",
    "请提供您的订单号。",
    "麻烦您说一下购买日期。",
    "Please provide your order number.",
    "Are you asking about returns or exchanges?",
    "您想了解哪方面的规定？",
    "Do you mean the north gate or the south gate?",
    "I need more details before I can answer. When did you buy it?",
    "不同商品规则不同，请告诉我具体型号。",
    "Can you clarify what you mean by 'it'?",
    "是质量问题还是不喜欢？",
    "What exactly would you like to know?",
    "It depends. Which country are you in?",
    "您是想退货还是换货呢？",
    "能说得具体一点吗？",
    "哪个订单？",
)


@pytest.mark.parametrize("reply", REFUSALS)
def test_saying_that_it_or_its_material_cannot_answer_is_a_refusal(reply: str) -> None:
    label, proof = classify_behavior(reply, "en")
    assert label == "refuse"
    assert proof
    assert proof in reply.replace("’", "'")


@pytest.mark.parametrize("reply", ANSWERS)
def test_a_rule_that_forbids_or_excludes_is_an_answer(reply: str) -> None:
    assert classify_behavior(reply, "en") == ("answer", "")


@pytest.mark.parametrize("reply", PARTIALS)
def test_a_refusal_of_one_part_beside_content_is_partial(reply: str) -> None:
    assert classify_behavior(reply, "en")[0] == "partial"


@pytest.mark.parametrize("reply", QUESTIONS_BACK)
def test_asking_for_what_is_needed_without_an_answer_is_a_clarification(reply: str) -> None:
    assert classify_behavior(reply, "zh")[0] == "clarify"


@pytest.mark.parametrize("reply", [None, "", "  \n", "…", "。", "---", "_"])
def test_nothing_said_is_empty(reply: str | None) -> None:
    assert classify_behavior(reply, "en") == ("empty", "")


def test_explaining_why_the_material_does_not_help_is_part_of_refusing() -> None:
    reply = "I don't know.\n\nEXPLANATION:\nThe question asks for the year, but none of the contexts mention it."
    assert classify_behavior(reply, "en")[0] == "refuse"


def test_verdicts_on_single_contexts_are_one_answer_if_one_of_them_holds_it() -> None:
    reply = "No, answer is not present in context [1].\nYes, answer is present in context [2]."
    assert classify_behavior(reply, "en")[0] in ("answer", "partial")
    reply = "No, answer is not present in context [1].\nNo, answer is not present in context [2]."
    assert classify_behavior(reply, "en")[0] == "refuse"


def test_quoted_words_are_not_what_the_reply_says() -> None:
    assert classify_behavior('Answer "Yes" or "I don\'t know" to each of the ten items.', "en")[0] == "answer"
    assert classify_behavior('"I don\'t know."', "en")[0] == "refuse"


_NOMIRACL = Path(__file__).parents[3] / "shared" / "data" / "nomiracl"


def _literal(reply: str) -> str | None:
    """The literal meaning of a reply in the two forms that its prompt asked for; None for any other form."""
    if re.match(r"\W*yes\b", reply, re.IGNORECASE) and "don't know" not in reply:
        return "answer"
    if re.fullmatch(
        r"\W*(?:no,? )?(?:i don't know|the answer is not present|answer is not present)\W*", reply, re.IGNORECASE
    ):
        return "refuse"
    return None


@pytest.mark.integration
@pytest.mark.skipif(not _NOMIRACL.exists(), reason="the shared data are not on this machine")
@pytest.mark.parametrize("language", ["zh", "en"])
def test_replies_of_eleven_models_are_read_as_they_are_meant(language: str) -> None:
    right, known = 0, 0
    for path in sorted(_NOMIRACL.rglob(f"*.{language}.test*")):
        raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for line in filter(None, raw.decode("utf-8").split("\n")):
            for reply in json.loads(line)["results"].values():
                meant = _literal(reply)
                if meant is not None:
                    known += 1
                    observed = classify_behavior(reply, language)[0]
                    right += observed == meant or (meant, observed) == ("answer", "partial")
    assert known > 1000
    assert right / known >= 0.99


def test_a_second_question_does_not_make_asking_back_an_answer() -> None:
    assert classify_behavior("请问您要退的是哪一件商品？是否已经拆封？", "zh")[0] == "clarify"
    assert classify_behavior("Which item do you want to return? Has it been opened?", "en")[0] == "clarify"
