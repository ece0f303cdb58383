"""Numbers and quantities in every spelling."""

import pytest

from ragstrata.judges.numerals import MARK, number_tokens
from ragstrata.judges.quantities import quantity_tokens, read_quantities
from ragstrata.records.claim import Quantity

pytestmark = pytest.mark.unit


def shown(text: str) -> str:
    return quantity_tokens(text).replace(MARK, "#")


@pytest.mark.parametrize(
    ("spellings", "token"),
    [
        (("7天", "七天", "7 days", "seven days", "7-day", "7自然日", "one week", "一周"), "#7:day"),
        (("7个工作日", "七个工作日", "7 business days", "seven working days"), "#7:workday"),
        (("两千万", "20,000,000", "20 million", "twenty million", "2千万"), "#20000000"),
        (("1.5亿元", "1.5亿元人民币"), "#150000000:cny"),
        (("87%", "百分之八十七", "87 percent", "eighty-seven percent"), "#87:%"),
        (("百分之三点五", "3.5%"), "#3.5:%"),
        (("€30", "30 eur", "30 euros", "eur 30", "thirty euros"), "#30:eur"),
        (("us$20", "$20", "20 dollars", "20 usd"), "#20:usd"),
        (("30元", "三十元", "¥30", "30块钱"), "#30:cny"),
        (("90分钟", "1.5小时", "1.5 hours", "90 minutes"), "#90:minute"),
        (("不超过30天", "不得超过30天", "至多30天", "at most 30 days", "no more than thirty days"), "≤#30:day"),
        (("至少三件", "最少3件", "不少于3件"), "≥#3件"),
        (("约30元", "30元左右", "大约三十元"), "≈#30:cny"),
        (("30天内", "30天以内", "三十天之内"), "#30:day内"),
        (("一千零一", "1001"), "#1001"),
        (("三万五千", "35000", "3.5万"), "#35000"),
        (("二〇二一年", "2021年"), "#2021年"),
        (("第十五条", "第15条"), "第#15条"),
        (("2 kg", "2公斤", "2000克"), "#2000:gram"),
    ],
)
def test_all_spellings_of_a_quantity_are_one_token(spellings: tuple[str, ...], token: str) -> None:
    assert {spelling: shown(spelling) for spelling in spellings} == dict.fromkeys(spellings, token)


@pytest.mark.parametrize(
    "text",
    [
        "一律",
        "统一",
        "一般",
        "一些",
        "万一",
        "唯一",
        "四川",
        "十分重要",
        "一直",
        "三角洲",
        "v2.0.1",
        "a4",
        "5g",
        "x_1",
        "1st",
    ],
)
def test_numerals_inside_words_are_no_numbers(text: str) -> None:
    assert number_tokens(text) == text


def test_dates_and_negative_numbers_stay_what_they_are() -> None:
    assert shown("2021年5月1日") == "#2021年#5月#1号"
    assert shown("五月七日") == "#5月#7号"
    assert shown("-5度") != shown("5度")
    assert shown("2019-2020") == "#2019-#2020"
    assert shown("3-5天") == "#3-#5:day"


def test_quantities_are_read_with_their_direction() -> None:
    assert read_quantities("within 14 days") == (Quantity(14.0, "day", "max"),)
    assert read_quantities("18周岁以上") == (Quantity(18.0, "year_of_age", "min"),)
    assert read_quantities("less than 5 kg or more than 3 people") == (
        Quantity(5000.0, "gram", "max"),
        Quantity(3.0, "person", "min"),
    )
    assert read_quantities("no number") == ()


@pytest.mark.parametrize(
    "text",
    [
        "9" * 400,
        "9" * 400 + "%",
        "1" + ",000" * 200,
        "亿" * 50,
        "九亿" * 40,
        "百分之" + "九" * 400,
        "百分之" + "9" * 400,
    ],
)
def test_a_number_too_large_to_be_exact_is_left_as_it_stands(text: str) -> None:
    assert read_quantities(text) == ()


def test_number_words_too_large_to_be_exact_are_left_as_they_stand() -> None:
    assert read_quantities("one billion billion billion") == ()
    assert read_quantities("nine hundred thousand billion") == (Quantity(9e14),)
    assert read_quantities("two million three hundred thousand") == (Quantity(2.3e6),)
