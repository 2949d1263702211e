// Search as you type. The index is a script beside this one, loaded when it is first wanted, so that it works from a
// folder too. Ranking is that of `rulings search` (checker/finding/search.py): what has the words that tell most comes first, and
// a word counts for most in a title. A case is helped by its ruling, and a ruling by its best case.
(() => {
  "use strict";
  const root = document.documentElement.dataset.root;
  const input = document.getElementById("q");
  if (!input) return;

  const KINDS = ["case", "ruling", "rule", "card", "page"];
  const ALIKE = 0.9, BEGINNING = 0.6, SIMILAR = 0.4, PAST = 0.55, PAGE = 0.3, OF_ITS_RULING = 0.6, OF_ITS_BEST_CASE = 0.5;
  const MOST = 24, LOOKED_AT = 200;
  const WORD = /[a-z0-9]+(?:[.'’][a-z0-9]+)*/g;
  // A word without its ending, as checker/finding/search.py has it.
  function stem(word) {
    word = word.replace(/['’]/g, "");
    const irregular = index.irregular.get(word);
    if (irregular) return irregular;
    if (!/^[a-z]+$/.test(word)) return word;
    for (const ending of ["ing", "ies", "ied", "es", "ed", "s", "e", "y"]) {
      if (!word.endsWith(ending) || word.length - ending.length < 3 || word.endsWith("ss")) continue;
      const rest = word.slice(0, -ending.length);
      if (ending === "ies" || ending === "ied") return rest + "i";
      if (ending === "y") return /[aeiou]$/.test(rest) ? word : rest + "i";
      return (ending === "ing" || ending === "ed") && /([bdgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
    }
    return word;
  }
  const SHORTENED = /(?:n['’]t|['’](?:s|re|ve|ll|d|m))$/;
  function saysNothing(word) {
    return index.common.has(word) || index.common.has(word.replace(SHORTENED, ""));
  }
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  function wordsOf(text) {
    return (plain(text).match(WORD) || []).filter((word) => !saysNothing(word)).map(stem);
  }

  let index = null, waiting = null;
  // Does a thing once the index is there. Of what is asked while it comes the last is done, once: a list made anew for
  // each letter that was typed meanwhile would forget what is selected.
  function load(then) {
    if (index) return then();
    if (window.RULINGS_INDEX) { prepare(); return then(); }
    const coming = waiting;
    waiting = then;
    if (coming) return;
    const script = document.createElement("script");
    script.src = root + "static/search-index.js";
    script.onload = () => { prepare(); waiting(); };
    script.onerror = () => { script.remove(); waiting = null; };  // the next letter tries again
    document.head.append(script);
  }
  function prepare() {
    if (index) return;
    const { documents, terms, postings, worth, rare, common, irregular, alike, asking, is } = window.RULINGS_INDEX;
    index = { documents, terms, postings, worth, rare, exact: new Map(), rulings: new Map(), names: new Map(),
      common: new Set(common), irregular: new Map(Object.entries(irregular)),
      alike: new Map(Object.entries(alike)), is: new RegExp(is, "g"),
      asking: asking.map(([how, word]) => [new RegExp(how), word]) };
    documents.forEach(([kind, title, url], number) => {
      const key = title.toLowerCase();
      if (kind >= 2) index.exact.set(key, (index.exact.get(key) || []).concat(number));
      if (kind === 1) index.rulings.set(url.replace(/\.html$/, ""), number);
    });
  }

  window.RULINGS_STEMS = wordsOf;  // for tests

  // The known words that a word may mean, each with what it is worth.
  function placeOf(word) {
    let low = 0, high = index.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (index.terms[middle] < word) low = middle + 1; else high = middle;
    }
    return low;
  }
  function meant(word) {
    const found = new Map();
    let low = placeOf(word);
    for (; low < index.terms.length && index.terms[low].startsWith(word); low++) {
      const more = index.terms[low].slice(word.length);
      if (!/\d$/.test(word) || !/^\d/.test(more)) found.set(low, more ? BEGINNING : 1);
    }
    const other = index.alike.get(word);
    const there = other ? placeOf(other) : -1;
    if (other && index.terms[there] === other && !(found.get(there) >= ALIKE)) found.set(there, ALIKE);
    if (!found.size && word.length > 3) {
      index.terms.forEach((term, place) => { if (close(word, term)) found.set(place, SIMILAR); });
    }
    return found;
  }
  const LEAST_PART = 4;
  const isKnown = (term) => index.terms[placeOf(term)] === term;
  // The documents that have a word in their title or among their cards, the two best of the places.
  function prominent(term) {
    const found = new Set();
    let entry = 0;
    for (const step of index.postings[placeOf(term)]) {
      entry += step;
      if (entry % index.worth.length < 2) found.add(Math.floor(entry / index.worth.length));
    }
    return found;
  }
  // A word, or, where it is not known, the two that it is made up of if some title or card has both.
  function split(word) {
    const whole = stem(word);
    if (!/^[a-z]+$/.test(word) || isKnown(whole) || index.alike.has(whole)) return [word];
    if (index.terms.some((term) => close(whole, term))) return [word];
    for (let place = LEAST_PART; place <= word.length - LEAST_PART; place++) {
      const both = [word.slice(0, place), word.slice(place)];
      if (!both.map(stem).every(isKnown)) continue;
      const [ofOne, ofOther] = both.map((part) => prominent(stem(part)));
      if ([...ofOne].some((document) => ofOther.has(document))) return both;
    }
    return [word];
  }
  // The stems of what is asked, each with the known words that it makes up with the word beside it: people write
  // `life link` for lifelink, and `bloodmoon` for Blood Moon.
  function askedOf(text) {
    const words = (plain(text).match(WORD) || []).flatMap(split);
    const asked = new Map();
    words.forEach((word, place) => {
      if (saysNothing(word)) return;
      const told = stem(word);
      if (!asked.has(told)) asked.set(told, new Set());
      for (const first of [place - 1, place]) {
        if (first < 0 || first + 1 >= words.length) continue;
        const joined = stem(words[first] + words[first + 1]);
        if (isKnown(joined)) asked.get(told).add(joined);
      }
    });
    return asked;
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

  // Which part of a document's title was asked for.
  function called(document, asked) {
    let words = index.names.get(document);
    if (!words) index.names.set(document, words = wordsOf(index.documents[document][1]));
    return words.filter((word) => asked.some((other) => word.startsWith(other))).length / Math.max(1, words.length);
  }

  // What each document is worth by its own words: less where those are missing that tell most.
  function byWords(asked) {
    const found = new Map();
    let known = 0;
    for (const [word, joined] of asked) {
      const best = new Map();
      let most = 0;
      const means = meant(word);
      for (const term of joined) means.set(placeOf(term), 1);
      // A rule that few cite tells no more than the one above it that was asked for.
      const telling = (place) => Math.log(1 + index.documents.length / (index.rare + index.postings[place].length));
      const exact = /\d$/.test(word) && [...means].find(([, worth]) => worth === 1);
      const limit = exact ? telling(exact[0]) : Infinity;
      for (const [place, worth] of means) {
        const posting = index.postings[place];
        const tells = worth * Math.min(telling(place), limit);
        most = Math.max(most, tells);
        let entry = 0;
        for (const step of posting) {
          entry += step;
          const document = Math.floor(entry / index.worth.length);
          const value = index.worth[entry % index.worth.length] * tells;
          if (value > (best.get(document) || 0)) best.set(document, value);
        }
      }
      known += most;
      for (const [document, value] of best) {
        const [sum, there] = found.get(document) || [0, 0];
        found.set(document, [sum + value, there + most]);
      }
    }
    const worth = [...found].map(([document, [sum, there]]) => {
      const [kind, , , , past] = index.documents[document];
      return [document, kind, sum * (there / known) ** 2 * (kind === 4 ? PAGE : 1) * (past ? PAST : 1)];
    }).sort((a, b) => b[2] - a[2]);
    // To look at every title would take longer than anybody wants to wait; those far down stay far down.
    const scores = new Map();
    const words = [...asked].flatMap(([word, joined]) => [word, ...joined]);
    worth.forEach(([document, kind, value], place) => {
      if (place < LOOKED_AT || kind === 1) scores.set(document, value * (1 + called(document, words) / 2));
    });
    return scores;
  }

  function search(query) {
    const text = query.toLowerCase().trim();
    const words = text.replace(index.is, " ");
    const asked = askedOf(words);
    for (const [how, word] of index.asking) {
      if (how.test(words)) asked.set(stem(word), asked.get(stem(word)) || new Set());
    }
    if (!asked.size) for (const word of text.match(WORD) || []) asked.set(stem(word), new Set());
    const own = byWords(asked);
    const scores = new Map(own);
    for (const [document, score] of own) {
      const [kind, , url] = index.documents[document];
      if (kind) continue;
      const ruling = index.rulings.get(url.replace(/\/[^/]*$/, ""));
      if (ruling === undefined) continue;
      const ofRuling = own.get(ruling) || 0;
      scores.set(document, score + OF_ITS_RULING * ofRuling);
      scores.set(ruling, Math.max(scores.get(ruling) || 0, ofRuling + OF_ITS_BEST_CASE * score));
    }
    const bare = text.replace(/^(?:cr|rule)\s*(?=\d)/, "").replace(/[.?!]$/, "");
    for (const document of index.exact.get(bare) || []) scores.set(document, 1e6 + (scores.get(document) || 0));
    return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST)
      .map(([document]) => index.documents[document]);
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
    const words = wordsOf(query);
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
      none.textContent = "Nothing fits. Try a card's name, a rule's number or other words, in English.";
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
  input.addEventListener("focus", () => load(show));
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
    const at = document.activeElement;
    const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(at.tagName) && !(at === input && !input.value);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); input.focus(); input.select(); }
  });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) { input.value = asked; input.focus(); load(show); }
  else if (document.body.classList.contains("home")) { input.focus({ preventScroll: true }); load(show); }
})();
