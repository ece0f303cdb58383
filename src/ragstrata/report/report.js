"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { words, questions } = data;
  const { cards, metrics, reasons } = questions;
  const list = document.getElementById("list");
  const shownLine = document.getElementById("shown");
  const moreButton = document.getElementById("more");
  const BATCH = 60;
  const SYMBOL = { intact: "✓", split: "◐", partial: "◐", absent: "✗", unknown: "?" };
  const VERDICT_SYMBOL = { passed: "✓", failed: "✗", undecided: "?" };

  /* Words and elements. Foreign text enters the page through textContent alone. */
  const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
  const say = (group, key, parts) => {
    let text = has(words[group], key) ? words[group][key] : String(key);
    if (parts) text = text.replace(/\{(\w+)\}/g, (whole, name) => (has(parts, name) ? String(parts[name]) : whole));
    return text;
  };
  const add = (parent, tag, className, text) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined && text !== null) node.textContent = text;
    parent.append(node);
    return node;
  };
  const foreign = (parent, tag, className, text) => {
    const node = add(parent, tag, className ? className + " t" : "t", text);
    node.dir = "auto";
    return node;
  };
  const heading = (parent, text) => add(parent, "h4", "", text);
  const joined = (items) => items.join(words.page.comma);

  /* One question, drawn when it is opened. */
  const CLAIM_TONE = { supported: "good", weaker: "good", undecided: "doubt" };
  const FACT_TONE = { covered: "good", undecided: "doubt" };
  const verdictTone = (met) => (met === true ? "good" : met === false ? "bad" : "doubt");

  const drawCause = (body, card) => {
    if (!card.cause) return;
    const box = add(body, "div", card.verdict === "undecided" ? "why doubt" : "why");
    const line = add(box, "p", "line");
    add(line, "strong", "", say("cause", card.cause));
    if (card.detail) add(line, "span", "quiet", card.detail);
    if (card.status) add(line, "span", "quiet", say("status", card.status));
    if (card.why) foreign(box, "p", "", card.why);
    if (card.also && card.also.length) {
      add(box, "p", "quiet", say("card", "also") + words.page.colon + joined(card.also.map((c) => say("cause", c))));
    }
  };

  const drawCriteria = (body, card) => {
    const line = add(body, "p", "line");
    line.style.marginTop = "12px";
    for (const [name, met] of Object.entries(card.criteria || {})) {
      const mark = met === true ? "✓" : met === false ? "✗" : "?";
      add(line, "span", "tag " + verdictTone(met), mark + " " + say("criterion", name) + words.page.colon + say("met", String(met)));
    }
    for (const flag of card.flags || []) add(line, "span", "tag doubt", say("flag", flag));
    for (const tag of card.tags || []) foreign(line, "span", "tag", tag);
  };

  const drawAnswer = (body, card) => {
    heading(body, say("card", "answer"));
    if (card.answer === undefined) add(body, "p", "quiet", say("card", "no_answer"));
    else foreign(body, "p", "prose", card.answer);
    const observed = card.observed ? say("behavior", card.observed) : words.page.not_recorded;
    add(body, "p", "quiet",
      say("card", "expected") + words.page.colon + say("expect", card.expected || "answer") + " · " +
      say("card", "observed") + words.page.colon + observed);
  };

  const drawWay = (box, unit) => {
    const way = add(box, "ol", "way");
    for (const [stage, label, share] of unit.stages) {
      const here = unit.lost_at === stage;
      const item = add(way, "li", here ? label + " here" : label);
      add(item, "b", "", say("stage_title", stage));
      const word = say("evidence", label);
      add(item, "span", "", SYMBOL[label] + " " + (share ? say("card", "share", { label: word, share }) : word));
      if (here) add(item, "em", "", say("card", "lost_at"));
    }
  };

  const drawUnit = (body, unit) => {
    const box = add(body, "div", "unit");
    const line = add(box, "p", "line");
    foreign(line, "span", "mono", unit.id);
    if (unit.doc) foreign(line, "span", "mono quiet", unit.doc);
    if (unit.needed === false) add(line, "span", "quiet", say("card", "not_needed"));
    if (unit.rank) add(line, "span", "quiet", say("card", "rank", { rank: unit.rank }));
    if (unit.approximate) add(line, "span", "quiet", say("card", "approximate"));
    const text = foreign(box, "p", "text", "");
    for (const [mark, piece] of unit.text) {
      if (!mark) text.append(piece);
      else if (mark === "lost") add(text, "del", "gone", piece).title = say("card", "condition_lost");
      else add(text, "span", "condition", piece).title = say("card", "condition");
    }
    drawWay(box, unit);
    const lost = unit.conditions_lost || [];
    if (lost.length) {
      const note = add(box, "p", "proof", say("card", "conditions_lost") + words.page.colon);
      lost.forEach((condition, i) => {
        if (i) note.append(words.page.comma);
        foreign(note, "del", "gone", condition);
      });
    }
    if (unit.loss) {
      add(box, "p", "proof", say("card", "lost") + words.page.colon + say("loss", unit.loss));
      if (unit.proof) foreign(add(box, "p", "proof", say("proof", unit.loss) + words.page.colon), "q", "", unit.proof);
    }
  };

  const drawEvidence = (body, card) => {
    heading(body, say("card", "evidence"));
    if (!card.evidence || !card.evidence.length) add(body, "p", "quiet", say("card", "no_evidence"));
    for (const unit of card.evidence || []) drawUnit(body, unit);
  };

  const drawFacts = (body, card) => {
    if (!card.facts || !card.facts.length) return;
    heading(body, say("card", "facts"));
    const rows = add(body, "ul", "rows");
    for (const fact of card.facts) {
      const row = add(rows, "li", "");
      const line = add(row, "p", "line");
      foreign(line, "span", "mono", fact.id);
      add(line, "span", "tag " + (FACT_TONE[fact.label] || "bad"), say("fact", fact.label));
      add(line, "span", "quiet", say("importance", fact.importance));
      if (fact.grounded !== undefined && fact.grounded !== null) add(line, "span", "quiet", say("grounded", String(fact.grounded)));
      if (fact.text) foreign(row, "p", "", fact.text);
      if (fact.missing && fact.missing.length) {
        const missing = add(row, "p", "sub", say("card", "missing") + words.page.colon);
        fact.missing.forEach((condition, i) => {
          if (i) missing.append(words.page.comma);
          foreign(missing, "del", "gone", condition);
        });
      }
      if (fact.proof) foreign(add(row, "p", "sub", say("card", "proof") + words.page.colon), "q", "", fact.proof);
    }
  };

  const drawClaims = (body, card) => {
    if (!card.claims || !card.claims.length) return;
    heading(body, say("card", "claims"));
    const rows = add(body, "ul", "rows");
    for (const claim of card.claims) {
      const row = add(rows, "li", "");
      foreign(row, "p", "prose", claim.text);
      const line = add(row, "p", "line");
      add(line, "span", "tag " + (CLAIM_TONE[claim.label] || "bad"), say("claim", claim.label));
      if (claim.triggers && claim.triggers.length) {
        add(line, "span", "quiet", say("card", "triggers") + words.page.colon + joined(claim.triggers.map((t) => say("trigger", t))));
      }
      if (claim.judge) add(line, "span", "quiet", say("card", "judge", { judge: claim.judge }));
      if (claim.proof) {
        const proof = add(row, "p", "sub", say("card", "proof") + words.page.colon);
        foreign(proof, "q", "", claim.proof);
        if (claim.proof_id) { proof.append(" "); foreign(proof, "span", "mono", claim.proof_id); }
      }
      for (const [marker, id, structural, semantic] of claim.citations || []) {
        const cited = add(row, "p", "sub line");
        foreign(cited, "span", "mono", [marker, id].filter((x) => x !== null).join(" → "));
        add(cited, "span", "tag " + (structural === "valid" ? "" : "bad"), say("structural", structural));
        if (semantic) add(cited, "span", "tag " + (semantic === "supports" ? "good" : semantic === "undecided" ? "doubt" : "bad"), say("semantic", semantic));
      }
    }
  };

  const drawHops = (body, card) => {
    if (!card.hops || (card.hops.length < 2 && !card.stop)) return;
    heading(body, say("card", "hops"));
    const rows = add(body, "ol", "rows");
    for (const hop of card.hops) {
      const row = add(rows, "li", "");
      const line = add(row, "p", "line");
      add(line, "strong", "", say("card", "hop", { hop: hop.hop }));
      if (hop.query === undefined) add(line, "span", "quiet", say("card", "no_query"));
      else foreign(line, "span", "", hop.query);
      const fresh = hop.new || [];
      const sub = add(row, "p", "sub", fresh.length ? say("card", "new_evidence") + words.page.colon : say("card", "nothing_new"));
      if (fresh.length) foreign(sub, "span", "mono", joined(fresh));
      if (hop.redundant) sub.append(words.page.semicolon + say("card", "redundant"));
    }
    if (card.stop) add(body, "p", "quiet", say("stop", card.stop));
  };

  const drawScores = (body, card) => {
    const box = add(body, "details", "scores-box");
    add(box, "summary", "", say("card", "scores"));
    const scores = add(box, "dl", "scores");
    (card.scores || []).forEach((cell, i) => {
      if (cell === null) return;
      const row = add(scores, "div", "");
      add(row, "dt", "", metrics[i]);
      if (typeof cell === "string") add(row, "dd", "", cell);
      else if (typeof cell === "number") add(row, "dd", "none", "— " + reasons[cell]);
      else add(row, "dd", "none", "— " + reasons[cell[0]] + " [" + cell[1] + "]");
    });
    if (card.cost && card.cost.length) {
      add(body, "p", "quiet", say("card", "cost") + words.page.colon + card.cost.join(" · ")).style.marginTop = "10px";
    }
  };

  const drawBody = (details, card) => {
    const body = add(details, "div", "body");
    for (const draw of [drawCause, drawCriteria, drawAnswer, drawEvidence, drawFacts, drawClaims, drawHops, drawScores]) {
      draw(body, card);
    }
  };

  const keyOf = (card) => card.id + (card.repeat ? "~" + card.repeat : "");

  const drawRow = (card) => {
    const details = document.createElement("details");
    details.className = "q";
    const summary = add(details, "summary", "");
    add(summary, "span", "verdict verdict-" + card.verdict, VERDICT_SYMBOL[card.verdict] + " " + say("verdict", card.verdict));
    const main = add(summary, "span", "q-main");
    foreign(main, "span", "q-text", card.question);
    foreign(main, "span", "q-id mono", card.id + (card.repeat ? " · " + say("card", "repeat", { repeat: card.repeat }) : ""));
    if (card.cause) add(summary, "span", "tag q-cause", say("cause", card.cause));
    let drawn = false;
    details.addEventListener("toggle", () => {
      if (details.open && !drawn) { drawn = true; drawBody(details, card); }
      if (details.open) { state.open = keyOf(card); save(); }
      else if (state.open === keyOf(card)) { state.open = ""; save(); }
    });
    if (state.open && state.open === keyOf(card)) details.open = true;
    return details;
  };

  /* The filter. It lives in the address, so that it can be kept and sent. */
  const EMPTY = { q: "", verdict: "", cause: "", tag: "", flag: "", open: "" };
  let state = { ...EMPTY };
  const load = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    state = { ...EMPTY };
    for (const key of Object.keys(EMPTY)) state[key] = given.get(key) || "";
  };
  const save = () => {
    const kept = new URLSearchParams();
    for (const [key, value] of Object.entries(state)) if (value) kept.set(key, value);
    const hash = kept.toString();
    if (hash === location.hash.slice(1)) return;
    try { history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search); } catch { /* not allowed here */ }
  };

  const fold = (text) => text.normalize("NFKC").toLowerCase();
  const texts = new Array(cards.length);
  const textOf = (i) => {
    if (texts[i] === undefined) {
      const card = cards[i];
      const parts = [card.id, card.question, card.answer || "", card.why || "", ...(card.tags || [])];
      for (const unit of card.evidence || []) parts.push(unit.id, unit.doc || "", unit.text.map((piece) => piece[1]).join(""));
      texts[i] = fold(parts.join("\n"));
    }
    return texts[i];
  };
  const fits = (i, needle) => {
    const card = cards[i];
    return (!state.verdict || card.verdict === state.verdict) &&
      (!state.cause || card.cause === state.cause) &&
      (!state.tag || (card.tags || []).includes(state.tag)) &&
      (!state.flag || (card.flags || []).includes(state.flag)) &&
      (!needle || textOf(i).includes(needle));
  };

  let found = [];
  let drawnUpTo = 0;
  const drawMore = () => {
    const end = Math.min(drawnUpTo + BATCH, found.length);
    const rows = document.createDocumentFragment();
    for (; drawnUpTo < end; drawnUpTo += 1) rows.append(drawRow(cards[found[drawnUpTo]]));
    list.append(rows);
    moreButton.hidden = drawnUpTo >= found.length;
  };
  const apply = () => {
    const needle = fold(state.q.trim());
    found = [];
    for (let i = 0; i < cards.length; i += 1) if (fits(i, needle)) found.push(i);
    list.replaceChildren();
    drawnUpTo = 0;
    shownLine.textContent = found.length || !cards.length
      ? say("list", "shown", { shown: found.length.toLocaleString("en"), total: cards.length.toLocaleString("en") })
      : say("list", "empty");
    drawMore();
    if (state.open) {
      const at = found.findIndex((i) => keyOf(cards[i]) === state.open);
      while (at >= drawnUpTo) drawMore();
    }
    for (const link of document.querySelectorAll("[data-cause]")) {
      if (link.dataset.cause === state.cause) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };

  /* The controls. */
  const controls = {};
  const filters = document.getElementById("filters");
  let waiting = 0;
  const change = (key, value) => {
    clearTimeout(waiting);
    state.q = controls.q.value; // what is typed and not yet applied is kept
    state[key] = value;
    state.open = "";
    save(); show(); apply();
  };
  const count = (pick) => {
    const counts = new Map();
    for (const card of cards) for (const value of pick(card)) counts.set(value, (counts.get(value) || 0) + 1);
    return counts;
  };
  const select = (key, counts, word) => {
    if (!counts.size) return;
    const label = add(filters, "label", "", say("list", key));
    const box = add(label, "select", "");
    add(box, "option", "", say("list", "any")).value = "";
    const order = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 300);
    for (const [value, number] of order) {
      const text = word(value);
      add(box, "option", "", (text.length > 48 ? text.slice(0, 47) + "…" : text) + " (" + number + ")").value = value;
    }
    box.addEventListener("change", () => change(key, box.value));
    controls[key] = box;
  };
  const build = () => {
    const label = add(filters, "label", "wide", say("list", "search"));
    const search = add(label, "input", "");
    search.type = "search";
    search.placeholder = say("list", "search_hint");
    search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => change("q", search.value), 120); });
    controls.q = search;
    const choice = add(filters, "div", "choice");
    choice.setAttribute("role", "group");
    choice.setAttribute("aria-label", say("list", "verdict"));
    const verdicts = count((card) => [card.verdict]);
    controls.verdict = [];
    for (const verdict of ["", "failed", "undecided", "passed"]) {
      const number = verdict ? verdicts.get(verdict) || 0 : cards.length;
      const button = add(choice, "button", "", say("verdict", verdict || "all") + " " + number.toLocaleString("en"));
      button.type = "button";
      button.addEventListener("click", () => change("verdict", verdict));
      controls.verdict.push([verdict, button]);
    }
    select("cause", count((card) => (card.cause ? [card.cause] : [])), (cause) => say("cause", cause));
    select("tag", count((card) => card.tags || []), (tag) => tag);
    select("flag", count((card) => card.flags || []), (flag) => say("flag", flag));
    const clear = add(filters, "button", "clear", say("list", "clear"));
    clear.type = "button";
    clear.addEventListener("click", () => { clearTimeout(waiting); state = { ...EMPTY }; save(); show(); apply(); });
    controls.clear = clear;
  };
  const show = () => {
    if (controls.q.value !== state.q) controls.q.value = state.q;
    for (const [verdict, button] of controls.verdict) button.setAttribute("aria-pressed", String(verdict === state.verdict));
    for (const key of ["cause", "tag", "flag"]) if (controls[key]) controls[key].value = state[key];
    controls.clear.hidden = !["q", "verdict", "cause", "tag", "flag"].some((key) => state[key]);
  };
  const arrive = () => {
    if (location.hash && !location.hash.includes("=")) return;
    load(); show(); apply();
    if (location.hash) document.getElementById("questions").scrollIntoView();
  };

  /* Light and dark. */
  const theme = document.getElementById("theme");
  const root = document.documentElement;
  const remember = (value) => { try { localStorage.setItem("ragstrata-theme", value); } catch { /* no storage here */ } };
  const recall = () => { try { return localStorage.getItem("ragstrata-theme"); } catch { return null; } };
  const remembered = recall();
  if (remembered === "dark" || remembered === "light") root.dataset.theme = remembered;
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    remember(root.dataset.theme);
  });

  moreButton.addEventListener("click", drawMore);
  if ("IntersectionObserver" in window) {
    new IntersectionObserver((seen) => { if (seen.some((e) => e.isIntersecting) && !moreButton.hidden) drawMore(); }, { rootMargin: "600px" }).observe(moreButton);
  }
  window.addEventListener("hashchange", arrive);
  build();
  load();
  show();
  apply();
  if (location.hash.includes("=")) document.getElementById("questions").scrollIntoView();
})();
