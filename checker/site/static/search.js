// Search as you type. The index is a script beside this one, loaded when it is first wanted, so that it works from a
// folder too. Ranking is that of `rulings search` (checker/search.py): more words found come first, rare words count for
// more, and a word counts for most in a title.
(() => {
  "use strict";
  const root = document.documentElement.dataset.root;
  const input = document.getElementById("q");
  if (!input) return;

  const KINDS = ["case", "ruling", "rule", "card", "page"];
  const WORTH = [6, 5, 3, 1];
  const CLASSES = WORTH.length;
  const BEGINNING = 0.6, SIMILAR = 0.4, PAST = 0.55;
  const MOST = 24;
  const WORD = /[a-z0-9]+(?:[.'’][a-z0-9]+)*/g;
  const COMMON = new Set(("a an and are as at be by for from in into is it its no not of on or that the then to with " +
    "can could did do does get happen happens has have how i if may me my should still than there they this was what " +
    "when where which while who why will would you your").split(" "));

  function stem(word) {
    word = word.replace(/['’]/g, "");
    if (/^[a-z]+$/.test(word)) {
      for (const ending of ["ing", "ies", "es", "ed", "s", "e"]) {
        if (word.endsWith(ending) && word.length - ending.length >= 3 && !word.endsWith("ss")) {
          return word.slice(0, -ending.length);
        }
      }
    }
    return word;
  }

  let index = null;
  function load(then) {
    if (index) return then();
    if (window.RULINGS_INDEX) { prepare(); return then(); }
    const script = document.createElement("script");
    script.src = root + "static/search-index.js";
    script.onload = () => { prepare(); then(); };
    document.head.append(script);
  }
  function prepare() {
    if (index) return;
    const { documents, terms, postings } = window.RULINGS_INDEX;
    index = { documents, terms, postings, exact: new Map() };
    documents.forEach((document, number) => {
      const key = document[1].toLowerCase();
      if (document[0] >= 2) index.exact.set(key, (index.exact.get(key) || []).concat(number));
    });
  }

  // The known words that a word may mean, each with what it is worth.
  function meant(word) {
    const found = new Map();
    let low = 0, high = index.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (index.terms[middle] < word) low = middle + 1; else high = middle;
    }
    for (; low < index.terms.length && index.terms[low].startsWith(word); low++) {
      found.set(low, index.terms[low] === word ? 1 : BEGINNING);
    }
    if (!found.size && word.length > 3) {
      index.terms.forEach((term, place) => { if (close(word, term)) found.set(place, SIMILAR); });
    }
    return found;
  }
  // Whether two words are one letter apart, or two where they are long: enough for a slip of the pen.
  function close(one, other) {
    const most = one.length > 6 ? 2 : 1;
    if (Math.abs(one.length - other.length) > most || one[0] !== other[0]) return false;
    let row = Array.from({ length: other.length + 1 }, (_, place) => place);
    for (let i = 1; i <= one.length; i++) {
      const next = [i];
      for (let j = 1; j <= other.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] !== other[j - 1]));
      }
      row = next;
    }
    return row[other.length] <= most;
  }

  // Which part of a name was asked for.
  function called(name, asked) {
    const words = (name.toLowerCase().match(WORD) || []).filter((word) => !COMMON.has(word)).map(stem);
    return words.filter((word) => asked.some((other) => word.startsWith(other))).length / Math.max(1, words.length);
  }

  function search(query) {
    const text = query.toLowerCase().trim();
    const all = (text.match(WORD) || []);
    let words = all.filter((word) => !COMMON.has(word));
    if (!words.length) words = all;
    const scores = new Map();
    let known = 0;
    for (const word of new Set(words.map(stem))) {
      const best = new Map();
      for (const [place, worth] of meant(word)) {
        const posting = index.postings[place];
        const rare = Math.log(1 + index.documents.length / posting.length);
        let entry = 0;
        for (const step of posting) {
          entry += step;
          const document = Math.floor(entry / CLASSES);
          const value = WORTH[entry % CLASSES] * worth * rare;
          if (value > (best.get(document) || 0)) best.set(document, value);
        }
      }
      if (best.size) known++;
      for (const [document, value] of best) {
        const score = scores.get(document) || [0, 0];
        score[0] += value; score[1]++;
        scores.set(document, score);
      }
    }
    const bare = text.replace(/^(?:cr|rule)\s*(?=\d)/, "").replace(/[.?!]$/, "");
    const named = index.exact.get(bare) || [];
    const asked = [...new Set(words.map(stem))];
    return [...scores].map(([document, [sum, matched]]) => {
      let score = sum * (matched / known) ** 3;
      if (index.documents[document][0] > 0) score *= 1 + called(index.documents[document][1], asked) / 2;
      if (index.documents[document][4]) score *= PAST;
      if (named.includes(document)) score += 1e6;
      return [document, score];
    }).sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST).map(([document]) => index.documents[document]);
  }

  // --- showing ---------------------------------------------------------------------------------------------------------
  const list = document.createElement("div");
  list.className = "found"; list.id = "found"; list.hidden = true;
  list.setAttribute("role", "listbox"); list.setAttribute("aria-label", "What was found");
  const status = document.createElement("div");
  status.className = "skip"; status.setAttribute("role", "status");
  input.form.append(list, status);
  input.setAttribute("role", "combobox"); input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", "found"); input.setAttribute("aria-expanded", "false");
  let selected = -1;

  function marked(text, words) {
    const parts = document.createElement("span");
    let end = 0;
    for (const found of text.matchAll(/[\p{L}\p{N}]+(?:[.'’][\p{L}\p{N}]+)*/gu)) {
      if (!words.some((word) => stem(found[0].toLowerCase()).startsWith(word))) continue;
      const mark = document.createElement("mark");
      mark.textContent = found[0];
      parts.append(text.slice(end, found.index), mark);
      end = found.index + found[0].length;
    }
    parts.append(text.slice(end));
    return parts;
  }
  function show() {
    const query = input.value;
    if (!query.trim()) return hide();
    const began = performance.now();
    const results = search(query);
    window.RULINGS_SEARCH_MS = performance.now() - began;
    const words = (query.toLowerCase().match(WORD) || []).filter((word) => !COMMON.has(word)).map(stem);
    list.replaceChildren(...results.map(([kind, title, url, says, past], number) => {
      const option = document.createElement("a");
      option.href = root + url; option.id = "found-" + number;
      option.setAttribute("role", "option"); option.setAttribute("aria-selected", "false"); option.tabIndex = -1;
      const parts = [["k", KINDS[kind] + (past ? ", earlier" : "")], ["t", title], ["s", says]].map(([name, text]) => {
        const part = document.createElement("span");
        part.className = name; part.dir = "auto";
        part.append(name === "k" ? text : marked(text, words));
        return part;
      });
      option.append(...parts);
      return option;
    }));
    if (!results.length) {
      const none = document.createElement("p");
      none.textContent = "Nothing fits. Try a card's name, a rule's number or other words.";
      list.append(none);
    }
    list.hidden = false; selected = -1;
    input.setAttribute("aria-expanded", "true"); input.removeAttribute("aria-activedescendant");
    status.textContent = results.length + " found";
    if (results.length) select(0);
  }
  function hide() {
    list.hidden = true; selected = -1;
    input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant");
  }
  function select(number) {
    const options = list.querySelectorAll("a");
    if (!options.length) return;
    if (options[selected]) options[selected].setAttribute("aria-selected", "false");
    selected = (number + options.length) % options.length;
    options[selected].setAttribute("aria-selected", "true");
    options[selected].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[selected].id);
  }

  input.addEventListener("input", () => load(show));
  input.addEventListener("focus", () => load(() => { if (input.value) show(); }));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") { if (list.hidden) load(show); else select(selected + 1); }
    else if (event.key === "ArrowUp") select(selected - 1);
    else if (event.key === "Escape") { if (list.hidden) input.value = ""; hide(); }
    else return;
    event.preventDefault();
  });
  input.form.addEventListener("submit", (event) => {
    event.preventDefault();
    load(() => {
      if (list.hidden) show();
      const option = list.querySelectorAll("a")[Math.max(selected, 0)];
      if (option) location.href = option.href;
    });
  });
  document.addEventListener("click", (event) => { if (!input.form.contains(event.target)) hide(); });
  document.addEventListener("keydown", (event) => {
    const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); input.focus(); input.select(); }
  });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) { input.value = asked; input.focus(); load(show); }
  else if (document.body.classList.contains("home")) { input.focus({ preventScroll: true }); load(() => {}); }
})();
