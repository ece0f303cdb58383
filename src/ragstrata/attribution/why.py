"""One sentence a cause, with the proof quoted, in the language of the question."""

from collections.abc import Iterable, Mapping
from typing import Final

from ragstrata.records.names import EvidenceStage
from ragstrata.records.views import LabelFault, QuestionViews, UnitJourney

_EN: Final = {
    "missing": "The run holds no trace of this question.",
    "broken": "The labels are at fault: {faults}.",
    "unknown_document": "evidence {evidence} names the document {name}, which the suite does not have",
    "unknown_chunk": "evidence {evidence} names the chunk {name}, which the suite does not have",
    "quote_not_held": "the document {name} does not hold the quote of evidence {evidence}",
    "empty_quote": "evidence {evidence} has an empty quote",
    "error": "The pipeline failed: {error}.",
    "false_answer": "The question should have been met with {expected}, but the reply answers: “{proof}”.",
    "exists": "No document holds “{text}”.",
    "authorised": "“{text}” exists in {doc}, but this asker may not read it.",
    "in_force": "“{text}” exists in {doc}, but it is not in force on the date asked about.",
    "chunked": "No chunk holds “{text}” whole; chunking cut it{pieces}{kept}.",
    "retrieved": "“{text}” was never retrieved{kept}.",
    "fused": "“{text}” was retrieved{rank} and dropped by fusion.",
    "filtered": "“{text}” was there{rank} and was removed by a filter.",
    "reranked": "“{text}” was retrieved{rank} and cut by the reranker.",
    "deduplicated": "“{text}” was retrieved{rank} and removed by dedup{twin}.",
    "expanded": "“{text}” was there{rank} and was lost when passages were expanded.",
    "packed": "“{text}” was retrieved{rank} and cut by the token budget{kept}.",
    "budget": "“{text}” was still there{rank} before the context and was cut by the token budget{tokens}{kept}.",
    "between": "“{text}” was lost between {last} and the context; nothing recorded says where.",
    "unseen": "The evidence stood as far as {last}; what was sent to the model is not recorded.",
    "pieces": " into “{part}”",
    "kept": ", which keeps only “{part}”",
    "conditions": "; the condition “{conditions}” is lost",
    "rank": " at rank {rank}",
    "twin_unusable": ", which kept the same text of {twin}, which is not readable or not in force",
    "false_twin": ", which took it for a twin of “{proof}”",
    "tokens": " of {budget}",
    "early_stop": "The chain stopped after hop {hops} with “{text}” still missing and hops left to spend.",
    "out_of_hops": "The hops allowed were spent before the evidence was complete.",
    "leak": "{place} held {ids}, which this asker may not read.",
    "stale": "{place} held {ids}, which is not in force on the date asked about.",
    "over_refusal": "The context held everything, and the reply declines: “{proof}”.",
    "behavior": "The context was as it should be, but the reply is “{observed}” where “{expected}” was expected.",
    "contradiction": "The answer contradicts the gold or its sources: {proof}.",
    "unsupported": "The answer says what nothing that was sent supports: {proof}.",
    "overgeneralisation": "The answer drops a condition or an exception: {proof}.",
    "omission": "The context held everything, and the answer leaves out {facts}.",
    "post_processing": "The model's own text met the criteria; what was done to it afterwards does not.",
    "over_budget": "It went over its budget of {what}.",
    "citation": "The answer stands, but its citations do not: {proof}.",
    "undecided": "Nothing failed, but {open} cannot be decided{by}.",
    "by_judge": ": the judge is undecided on {proof}",
    "not_recorded": ": it was not recorded",
}
_ZH: Final = {
    "missing": "这次运行没有这个问题的记录。",
    "broken": "标注有误：{faults}。",
    "unknown_document": "证据 {evidence} 指向文档 {name}，评测集中没有这份文档",
    "unknown_chunk": "证据 {evidence} 指向分块 {name}，评测集中没有这个分块",
    "quote_not_held": "文档 {name} 中没有证据 {evidence} 所引的文字",
    "empty_quote": "证据 {evidence} 的引文是空的",
    "error": "流水线出错：{error}。",
    "false_answer": "这个问题应当{expected}，回复却给出了答案：“{proof}”。",
    "exists": "没有任何文档包含“{text}”。",
    "authorised": "“{text}”在 {doc} 中，但提问者无权阅读。",
    "in_force": "“{text}”在 {doc} 中，但在所问日期未生效或已失效。",
    "chunked": "没有一个分块完整包含“{text}”，它被切块截断{pieces}{kept}。",
    "retrieved": "“{text}”没有被检索到{kept}。",
    "fused": "“{text}”已被检索到{rank}，在融合时丢失。",
    "filtered": "“{text}”原本在列{rank}，被过滤器去掉。",
    "reranked": "“{text}”已被检索到{rank}，被重排序截掉。",
    "deduplicated": "“{text}”已被检索到{rank}，在去重时被删除{twin}。",
    "expanded": "“{text}”原本在列{rank}，在扩展段落时丢失。",
    "packed": "“{text}”已被检索到{rank}，因 token 预算被截掉{kept}。",
    "budget": "“{text}”到组装上下文之前还在{rank}，因 token 预算{tokens}被截掉{kept}。",
    "between": "“{text}”在{last}与上下文之间丢失，记录不足以判断具体环节。",
    "unseen": "证据到{last}为止仍完整，但没有记录实际发给模型的内容。",
    "pieces": "为“{part}”",
    "kept": "，只剩“{part}”",
    "conditions": "，条件“{conditions}”丢失",
    "rank": "（排第 {rank}）",
    "twin_unusable": "，保留的是 {twin} 中的同一段文字，而它不可读或未生效",
    "false_twin": "，它被误认为与“{proof}”重复",
    "tokens": "（{budget}）",
    "early_stop": "第 {hops} 跳后就停止了，“{text}”仍未找到，而跳数还有剩余。",
    "out_of_hops": "证据还没找齐，允许的跳数已经用完。",
    "leak": "{place}中出现了提问者无权阅读的 {ids}。",
    "stale": "{place}中出现了在所问日期未生效或已失效的 {ids}。",
    "over_refusal": "上下文包含所需的全部证据，回复却拒答：“{proof}”。",
    "behavior": "上下文没有问题，但期望的行为是“{expected}”，回复却是“{observed}”。",
    "contradiction": "答案与标准事实或来源相矛盾：{proof}。",
    "unsupported": "答案中有发送内容不支持的说法：{proof}。",
    "overgeneralisation": "答案丢掉了条件或例外：{proof}。",
    "omission": "上下文包含所需的全部证据，答案却遗漏了{facts}。",
    "post_processing": "模型的原始输出满足要求，后处理之后不再满足。",
    "over_budget": "超出了预算：{what}。",
    "citation": "答案本身成立，但引用有误：{proof}。",
    "undecided": "没有不合格项，但{open}无法判定{by}。",
    "by_judge": "：评判器无法判定{proof}",
    "not_recorded": "：没有记录",
}
_STAGES_ZH: Final = {
    "exists": "语料库",
    "authorised": "权限检查",
    "in_force": "时效检查",
    "chunked": "切块",
    "retrieved": "检索",
    "fused": "融合",
    "filtered": "过滤",
    "reranked": "重排序",
    "deduplicated": "去重",
    "expanded": "扩展",
    "packed": "打包",
    "context": "上下文",
    "answer": "答案",
}
_STAGES_EN: Final = {
    "exists": "the corpus",
    "authorised": "the access check",
    "in_force": "the validity check",
    "chunked": "chunking",
    "retrieved": "retrieval",
    "fused": "fusion",
    "filtered": "filtering",
    "reranked": "reranking",
    "deduplicated": "dedup",
    "expanded": "expansion",
    "packed": "packing",
    "context": "the context",
    "answer": "the answer",
}
_EXPECTED_ZH: Final = {"refuse": "拒答", "clarify": "追问澄清", "chat": "闲聊回应"}
_EXPECTED_EN: Final = {"refuse": "a refusal", "clarify": "a question back", "chat": "small talk"}
_CRITERIA_ZH: Final = {
    "behavior": "行为",
    "correctness": "正确性",
    "completeness": "完整性",
    "faithfulness": "忠实度",
    "citations": "引用",
    "leaks": "越权",
    "stale": "时效",
    "within_budget": "预算",
}
_LONGEST = 120


class Teller:
    """Says why in one language. `chinese` is decided by the question."""

    __slots__ = ("chinese", "words")

    def __init__(self, language: str) -> None:
        self.chinese = language.startswith("zh")
        self.words = _ZH if self.chinese else _EN

    def say(self, key: str, **parts: object) -> str:
        return self.words[key].format(**{name: _short(str(part)) for name, part in parts.items()})

    def join(self, parts: Iterable[str]) -> str:
        return ("、" if self.chinese else ", ").join(parts)

    def quote(self, text: str) -> str:
        return f"“{_short(text)}”"

    def stage_name(self, stage: str) -> str:
        return (_STAGES_ZH if self.chinese else _STAGES_EN)[stage]

    def missing(self) -> str:
        return self.say("missing")

    def broken(self, faults: Iterable[LabelFault]) -> str:
        told = (self.say(fault.kind, evidence=fault.evidence_id, name=fault.name) for fault in faults)
        return self.words["broken"].format(faults=("；" if self.chinese else "; ").join(told))

    def error(self, message: str | None) -> str:
        return self.say("error", error=message or "error")

    def false_answer(self, views: QuestionViews) -> str:
        expected = views.behavior.expected
        named = (_EXPECTED_ZH if self.chinese else _EXPECTED_EN).get(expected, expected)
        proof = views.claims.claims[0].claim.text if views.claims.claims else views.behavior.proof
        return self.say("false_answer", expected=named, proof=proof)

    def stage(self, stage: EvidenceStage, lost: list[UnitJourney]) -> str:
        """How the first lost unit went at this stage, with its rank and what is left of it."""
        unit = lost[0]
        return self.words[stage].format(
            text=_short(unit.text or unit.evidence_id),
            doc=_short(unit.doc_id or ""),
            rank=self._rank(unit),
            twin=self._twin(unit),
            pieces=self._pieces(unit),
            kept=self._kept(unit),
        )

    def budget(self, lost: list[UnitJourney], budget: str | None) -> str:
        unit = lost[0]
        return self.words["budget"].format(
            text=_short(unit.text or unit.evidence_id),
            rank=self._rank(unit),
            tokens=self.say("tokens", budget=budget) if budget is not None else "",
            kept=self._kept(unit),
        )

    def _rank(self, unit: UnitJourney) -> str:
        return self.say("rank", rank=unit.rank) if unit.rank is not None else ""

    def _twin(self, unit: UnitJourney) -> str:
        loss = unit.loss
        if loss is None or loss.kind not in ("twin_unusable", "false_twin"):
            return ""
        return self.say(loss.kind, twin=loss.item_id, proof=loss.proof)

    def _pieces(self, unit: UnitJourney) -> str:
        loss = unit.loss
        return self.say("pieces", part=loss.proof) if loss and loss.kind == "split_by_chunking" and loss.proof else ""

    def _kept(self, unit: UnitJourney) -> str:
        said = ""
        kinds = ("not_retrieved", "cut_mid_sentence")
        if unit.loss is not None and unit.loss.kind in kinds and unit.loss.proof:
            said = self.say("kept", part=unit.loss.proof)
        if unit.conditions_lost:
            said += self.say("conditions", conditions=self.join(unit.conditions_lost))
        return said

    def between(self, views: QuestionViews, lost: list[UnitJourney]) -> str:
        return self.say("between", text=lost[0].text or lost[0].evidence_id, last=self._last_whole(views))

    def unseen(self, views: QuestionViews) -> str:
        return self.say("unseen", last=self._last_whole(views))

    def _last_whole(self, views: QuestionViews) -> str:
        whole = [stage for stage, there in views.survival.sufficient.items() if there]
        return self.stage_name(whole[-1] if whole else "exists")

    def early_stop(self, views: QuestionViews, lost: list[UnitJourney]) -> str:
        return self.say("early_stop", hops=len(views.hops.hops or ()), text=lost[0].text or lost[0].evidence_id)

    def exposure(self, views: QuestionViews, kind: str) -> str:
        items = [i for i in views.exposure.items if i.kind == kind and i.place != "retrieved"]
        place = self.stage_name(items[0].place)
        if not self.chinese:
            place = place[0].upper() + place[1:]
        return self.say(kind, place=place, ids=self.join(dict.fromkeys(i.id for i in items)))

    def generation(self, detail: str, views: QuestionViews) -> str:
        behavior = views.behavior
        if detail == "over_refusal":
            return self.say(detail, proof=behavior.proof)
        if detail == "behavior":
            return self.say(detail, observed=behavior.observed, expected=behavior.expected)
        if detail == "omission":
            missing = [self.quote(f.text) for f in views.facts.facts if f.label in ("missing", "undecided")]
            return self.say(detail, facts=self.join(missing))
        return self.say(detail, proof=self._worst(detail, views))

    def _worst(self, detail: str, views: QuestionViews) -> str:
        """The words of the answer that show the fault."""
        fact_label = {"contradiction": "contradicted", "overgeneralisation": "covered_without_condition"}.get(detail)
        for fact in views.facts.facts:
            if fact.label == fact_label:
                extra = self.join(fact.conditions_missing)
                proof = self.quote(fact.proof or fact.fact_id)
                return f"{proof} ({fact.fact_id}: {_short(extra)})" if extra else f"{proof} ({fact.fact_id})"
        wanted = {"contradiction": "contradicted", "overgeneralisation": "overgeneralised"}.get(detail, "unsupported")
        for claim in views.claims.claims:
            if claim.verdict.label == wanted:
                proof = claim.verdict.proof.quote if claim.verdict.proof is not None else ""
                said = self.quote(claim.claim.text)
                return f"{said} ≠ {self.quote(proof)}" if proof else said
        ungrounded = [f for f in views.facts.facts if f.grounded is False]
        if ungrounded:
            return self.quote(ungrounded[0].proof or ungrounded[0].fact_id)
        return (
            self.quote(views.claims.claims[0].claim.text) if views.claims.claims else self.quote(views.behavior.proof)
        )

    def over_budget(self, exceeded: Iterable[str]) -> str:
        return self.say("over_budget", what=self.join(exceeded))

    def citation(self, views: QuestionViews) -> str:
        for claim in views.claims.claims:
            for citation in claim.citations:
                if citation.structural != "valid":
                    return self.say("citation", proof=f"{citation.marker or citation.id}: {citation.structural}")
                if citation.semantic in ("partial", "irrelevant", "contradicts"):
                    return self.say(
                        "citation",
                        proof=f"{citation.marker} → {citation.id}: {citation.semantic}, {self.quote(claim.claim.text)}",
                    )
        return self.say("citation", proof="—")

    def undecided(self, criteria: Mapping[str, bool | None], views: QuestionViews) -> str:
        names = [name for name, met in criteria.items() if met is None]
        if self.chinese:
            names = [_CRITERIA_ZH.get(name, name) for name in names]
        claim = next((c for c in views.claims.claims if c.verdict.label == "undecided"), None)
        by = self.say("by_judge", proof=self.quote(claim.claim.text)) if claim is not None else ""
        if views.behavior.observed is None or views.claims.reason is not None:
            by = self.say("not_recorded")
        return self.say("undecided", open=self.join(names), by=by)


def _short(text: str) -> str:
    text = " ".join(text.split()).rstrip("。.;；")
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
