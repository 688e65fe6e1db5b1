"use strict";
// The page of a report. `R` is the report as data; nothing is fetched from anywhere. Long lists hold only the rows that can be seen.
const R = JSON.parse(document.getElementById("report").textContent);
const SIGN = { proved: "✓", violated: "✗", bounded: "◦", unknown: "?", unsupported: "!" };
const ORDER = ["violated", "unknown", "unsupported", "bounded", "proved"];
const $ = (id) => document.getElementById(id);

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

/** A list of rows of equal height, of which only those in view exist. */
class List {
  constructor(box, height, label, role, row) {
    Object.assign(this, { box, height, row, count: 0, chosen: -1, role });
    this.inner = element("div", { class: "inner" });
    box.replaceChildren(this.inner);
    box.tabIndex = 0;
    box.setAttribute("aria-label", label);
    box.setAttribute("role", role);
    this.childRole = role === "listbox" ? "option" : "listitem";
    box.addEventListener("scroll", () => this.paint(), { passive: true });
    new ResizeObserver(() => this.paint(true)).observe(box);
  }
  fill(count) {
    this.count = count;
    this.inner.style.height = count * this.height + "px";
    this.paint(true);
  }
  paint(anew) {
    const first = Math.max(0, Math.floor(this.box.scrollTop / this.height) - 10);
    const last = Math.min(this.count, Math.ceil((this.box.scrollTop + this.box.clientHeight) / this.height) + 10);
    if (!anew && first === this.first && last === this.last) return;
    [this.first, this.last] = [first, last];
    const rows = [];
    for (let i = first; i < last; i++) {
      const row = this.row(i);
      row.classList.add("row");
      row.style.top = i * this.height + "px";
      row.style.height = this.height + "px";
      row.id = row.id || `${this.box.id}-${i}`;
      row.setAttribute("role", this.childRole);
      row.setAttribute("aria-posinset", i + 1);
      row.setAttribute("aria-setsize", this.count);
      if (this.role === "listbox") row.setAttribute("aria-selected", i === this.chosen);
      rows.push(row);
    }
    this.inner.replaceChildren(...rows);
    if (this.chosen >= first && this.chosen < last && this.role === "listbox")
      this.box.setAttribute("aria-activedescendant", `${this.box.id}-${this.chosen}`);
    else this.box.removeAttribute("aria-activedescendant");
  }
  choose(i) {
    this.chosen = i;
    this.reveal(i);
    this.paint(true);
  }
  reveal(i) {
    const { box, height } = this;
    const top = i * height;
    if (top < box.scrollTop + height || top + 2 * height > box.scrollTop + box.clientHeight)
      box.scrollTop = Math.max(0, top - box.clientHeight / 2 + height / 2);
  }
}

// ---- the properties -------------------------------------------------------------------------------------------------------------

const shownVerdicts = new Set(ORDER);
let listed = [];
let current = null;
const properties = R.properties
  .map((property, number) => ({ ...property, number }))
  .sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || a.number - b.number);

const place = (file, line, column) =>
  file == null ? "" : R.files[file].name + (line ? ":" + line + (column ? ":" + column : "") : "");

const propertyList = new List($("properties"), 46, "Properties", "listbox", (i) => {
  const p = listed[i];
  const title = element("span", { class: "title " + p.verdict }, `${SIGN[p.verdict]} ${p.kind}`,
    element("span", { class: "faint" }, "  " + place(p.file, p.line).split("/").pop()));
  return element("div", { title: `${place(p.file, p.line)}: ${p.description}`, onclick: () => open(p) }, title, element("span", {}, p.description));
});

function filter() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  listed = properties.filter((p) => {
    if (!shownVerdicts.has(p.verdict)) return false;
    const text = `${p.id} ${p.kind} ${p.description} ${p.function || ""} ${place(p.file, p.line)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  propertyList.chosen = listed.indexOf(current);
  propertyList.fill(listed.length);
  $("listed").textContent = `${listed.length} of ${properties.length}`;
}

function filters() {
  for (const verdict of ORDER) {
    const count = properties.filter((p) => p.verdict === verdict).length;
    if (!count) continue;
    const button = element("button", { type: "button", "aria-pressed": "true", class: verdict }, `${SIGN[verdict]} ${count} ${verdict}`);
    button.addEventListener("click", () => {
      const on = !shownVerdicts.delete(verdict);
      if (on) shownVerdicts.add(verdict);
      button.setAttribute("aria-pressed", on);
      filter();
    });
    $("filters").append(button);
  }
  $("search").addEventListener("input", filter);
}

function open(property) {
  current = property;
  const at = listed.indexOf(property);
  if (at >= 0) propertyList.choose(at);
  const what = $("what");
  what.className = "what " + property.verdict;
  const words = element("div", { class: "words" },
    element("p", {}, property.description + (property.remark ? ` — ${property.remark}` : "")),
    element("p", { class: "faint" }, [place(property.file, property.line, property.column), property.function,
      property.proof && `proved by ${property.proof.by} (${property.proof.checked})`].filter(Boolean).join(" · ")),
    property.label ? element("p", { class: "violated" }, property.label) : null);
  what.replaceChildren(element("h2", {}, `${SIGN[property.verdict]} ${property.verdict}: ${property.kind}`), words);
  walk.start(property.counterexample);
  timeline(property.counterexample);
  if (property.counterexample && property.counterexample.steps.length) walk.toEnd();
  else if (property.file != null) showLine(property.file, property.line, false);
  if (history.replaceState) history.replaceState(null, "", "#" + encodeURIComponent(property.id));
}

// ---- the source -----------------------------------------------------------------------------------------------------------------

let shownFile = null;
let sourceRows = [];
let now = { file: null, line: 0, fails: false, words: "" };
const rowOf = new Map();

const sourceList = new List($("source"), 21, "Source", "list", (i) => {
  const row = sourceRows[i];
  if (row.fact) return element("div", { class: "fact" }, element("span", { class: "number" }), element("span", { class: "marks" }), row.fact);
  const { line, text, marks } = row;
  const isNow = now.file === shownFile && now.line === line;
  const own = element("div", { class: [isNow && "now", isNow && now.fails && "fails", walk.visited.has(shownFile + ":" + line) && "passed"].filter(Boolean).join(" ") || null },
    element("span", { class: "number" }, String(line)),
    element("span", { class: "marks" }, ...marks.slice(0, 4).map((p) =>
      element("button", { class: p.verdict, title: `${p.verdict} ${p.kind}: ${p.description}`, "aria-label": `${p.verdict}: ${p.kind}, line ${line}`, onclick: () => open(p) }, SIGN[p.verdict]))),
    ...lineText(line, text));
  if (isNow && now.words) own.append(element("span", { class: "beside" }, now.words));
  return own;
});

/** The text of a line, with the failed check marked. */
function lineText(line, text) {
  const p = current;
  const isPlace = p && p.verdict === "violated" && p.file === shownFile && p.line === line && p.end && p.column;
  if (!isPlace) return [element("span", {}, text)];
  const characters = [...text];
  const to = p.end[0] === line ? p.end[1] - 1 : characters.length;
  const part = (from, end) => characters.slice(from, end).join("");
  return [element("span", {}, part(0, p.column - 1), element("mark", {}, part(p.column - 1, to)), part(to))];
}

function showFile(file) {
  if (file === shownFile) return;
  shownFile = file;
  rowOf.clear();
  sourceRows = [];
  const text = R.files[file].text;
  const marks = new Map();
  for (const p of properties) if (p.file === file) marks.set(p.line, [...(marks.get(p.line) || []), p]);
  const facts = new Map();
  for (const f of R.facts) if (f.file === file) facts.set(f.line, [...(facts.get(f.line) || []), f]);
  text.split("\n").forEach((words, index) => {
    const line = index + 1;
    const indent = words.match(/^\s*/)[0];
    for (const f of facts.get(line) || []) sourceRows.push({ fact: `${indent}${f.when}: ${f.value}` });
    rowOf.set(line, sourceRows.length);
    sourceRows.push({ line, text: words.replace(/\t/g, "    "), marks: marks.get(line) || [] });
  });
  sourceList.box.scrollTop = 0;
  sourceList.fill(sourceRows.length);
  for (const button of $("files").children) button.setAttribute("aria-pressed", Number(button.dataset.file) === file);
}

function showLine(file, line, fails, words) {
  now = { file, line, fails, words: words || "" };
  if (file != null && R.files[file].text) {
    showFile(file);
    if (rowOf.has(line)) sourceList.reveal(rowOf.get(line));
  }
  sourceList.paint(true);
}

function files() {
  R.files.forEach((file, number) => {
    if (file.text) $("files").append(element("button", { type: "button", "data-file": number, onclick: () => showFile(number) }, file.name));
  });
}

// ---- walking through a counterexample ---------------------------------------------------------------------------------------------

/** `(a = 1, b = (2, 3))` as names and values. */
function argumentsOf(text) {
  const found = [];
  let depth = 0, quote = null, from = 1;
  const body = text || "";
  for (let i = 0; i < body.length; i++) {
    const c = body[i];
    if (quote) { if (c === "\\") i++; else if (c === quote) quote = null; continue; }
    if (c === '"') quote = c;
    else if (c === "'" && body[i + 2] === "'") i += 2;
    else if ("([{".includes(c)) depth++;
    else if (")]}".includes(c)) depth--;
    if ((c === "," && depth === 1) || (c === ")" && depth === 0)) {
      const part = body.slice(from, i).trim();
      const at = part.indexOf(" = ");
      if (at > 0) found.push([part.slice(0, at), part.slice(at + 3)]);
      from = i + 1;
    }
  }
  return found;
}

const walk = {
  found: null, steps: [], rows: [], at: -1, visited: new Set(), all: false, unfolded: new Set(),
  start(found) {
    Object.assign(this, { found, steps: found ? found.steps : [], at: -1, unfolded: new Set(), visited: new Set() });
    $("walk").hidden = !this.steps.length;
    $("values").hidden = !found;
    this.depths = [];
    let depth = 0;
    for (const s of this.steps) {
      if (s[0] === "leave") depth = Math.max(0, depth - 1);
      this.depths.push(depth);
      if (s[0] === "enter") depth++;
      if (s[1] != null) this.visited.add(s[1] + ":" + s[2]);
    }
    this.quiet = this.steps.filter((s) => !s[6]).length;
    this.all = this.quiet === this.steps.length;
    $("all").parentElement.hidden = !this.quiet || this.all;
    $("all").checked = this.all;
    $("allcount").textContent = this.quiet;
    this.frames = [{ name: "", values: new Map() }];
    this.done = -1;
    this.undo = [];
    this.before = new Map();
    this.layout();
    if (found) this.inputs();
  },
  /** The rows of the list: steps, and folds that stand for several. */
  layout() {
    this.rows = [];
    this.rowAt = new Map();
    if (!this.found) { stepList.fill(0); return; }
    const folds = (this.all ? this.found.folds.all : this.found.folds.relevant).filter((f) => !this.unfolded.has(f[0]));
    let next = 0;
    for (let i = 0; i < this.steps.length; i++) {
      while (next < folds.length && folds[next][1] <= i) next++;
      const fold = folds[next];
      if (fold && i === fold[0]) {
        this.rows.push({ fold });
        i = fold[1] - 1;
        continue;
      }
      if (this.all || this.steps[i][6]) {
        this.rowAt.set(i, this.rows.length);
        this.rows.push({ step: i });
      }
    }
    stepList.chosen = this.rowAt.has(this.at) ? this.rowAt.get(this.at) : -1;
    stepList.fill(this.rows.length);
  },
  apply(i) {
    const [kind, , , fn, name, value] = this.steps[i];
    const top = this.frames[this.frames.length - 1];
    if (kind === "enter") {
      this.frames.push({ name: name || fn, values: new Map(argumentsOf(value)) });
      this.undo.push(["pop"]);
    } else if (kind === "leave" && this.frames.length > 1) {
      this.undo.push(["push", this.frames.pop()]);
    } else if (kind === "assign" && name) {
      // What an outer call holds under this name and the own one does not is the outer one's only if nobody shadows it: kept here.
      this.undo.push(["set", top, name, top.values.get(name)]);
      top.values.set(name, value);
    } else this.undo.push(null);
  },
  revert() {
    const last = this.undo.pop();
    if (!last) return;
    if (last[0] === "pop") this.frames.pop();
    else if (last[0] === "push") this.frames.push(last[1]);
    else if (last[3] === undefined) last[1].values.delete(last[2]);
    else last[1].values.set(last[2], last[3]);
  },
  go(i) {
    if (i < 0 || i >= this.steps.length) return;
    this.before = new Map(this.frames.flatMap((frame, depth) => [...frame.values].map(([n, v]) => [depth + " " + n, v])));
    while (this.done < i) this.apply(++this.done);
    while (this.done > i) { this.revert(); this.done--; }
    this.at = i;
    if (!this.rowAt.has(i)) {
      const fold = this.rows.find((row) => row.fold && row.fold[0] <= i && i < row.fold[1]);
      if (fold) { this.unfolded.add(fold.fold[0]); this.layout(); }
    }
    if (this.rowAt.has(i)) stepList.choose(this.rowAt.get(i));
    const s = this.steps[i];
    const fails = i === this.steps.length - 1 && s[0] === "check" && s[5] !== "true";
    showLine(s[1], s[2], fails, fails ? "✗ fails" : stepWords(s));
    $("position").textContent = `step ${i + 1} of ${this.steps.length}`;
    $("told").textContent = `${place(s[1], s[2])}: ${stepWords(s)}`;
    this.show();
    const first = this.rows.findIndex((row) => row.step != null);
    $("previous").disabled = $("first").disabled = first < 0 || this.rows[first].step >= i;
    $("next").disabled = $("over").disabled = $("last").disabled = i >= this.steps.length - 1;
    $("out").disabled = this.depths[i] === 0;
  },
  /** The next step that the list shows, in a direction, for which a condition holds. */
  seek(direction, condition) {
    let row = this.rowAt.has(this.at) ? this.rowAt.get(this.at) : -1;
    for (row += direction; row >= 0 && row < this.rows.length; row += direction) {
      const { step } = this.rows[row];
      if (step != null && (!condition || condition(step))) return this.go(step);
    }
    if (direction > 0 && condition) this.toEnd();
  },
  next() { this.seek(1); },
  previous() { this.seek(-1); },
  over() { const depth = this.depths[this.at]; this.seek(1, (i) => this.depths[i] <= depth && this.steps[i][0] !== "leave"); },
  out() { const depth = this.depths[this.at]; this.seek(1, (i) => this.depths[i] < depth && this.steps[i][0] !== "leave"); },
  toStart() { const row = this.rows.find((r) => r.step != null); if (row) this.go(row.step); },
  toEnd() { this.go(this.steps.length - 1); },
  inputs() {
    const rows = this.found.inputs.filter((i) => this.all || i.relevant || this.found.inputs.every((other) => !other.relevant));
    $("inputs").replaceChildren(...rows.map((i) => element("tr", { title: i.type },
      element("th", { scope: "row" }, element("code", {}, i.name)), element("td", {}, element("code", {}, i.value)))));
    $("noinputs").hidden = rows.length > 0;
  },
  show() {
    const stack = this.frames.map((frame, depth) => [frame, depth]).slice(1).reverse();
    $("stack").replaceChildren(...stack.map(([frame]) => element("li", {}, element("code", {}, frame.name))));
    const rows = [];
    for (const [frame, depth] of [...stack, [this.frames[0], 0]]) {
      if (!frame.values.size) continue;
      rows.push(element("tr", {}, element("th", { colspan: 2, class: "faint" }, frame.name || "program")));
      const names = [...frame.values].slice(0, 400);
      for (const [name, value] of names) {
        const changed = this.before.get(depth + " " + name) !== value;
        rows.push(element("tr", { class: changed ? "changed" : null },
          element("th", { scope: "row" }, element("code", {}, name)),
          element("td", {}, element("code", {}, value), changed ? element("span", { class: "unseen" }, " (changed)") : null)));
      }
    }
    $("variables").replaceChildren(...rows);
  },
};

function stepWords(s) {
  const [kind, , , fn, name, value, , note] = s;
  const told = {
    enter: () => `${name || fn}${value || "()"}`,
    leave: () => `${name || fn} returns${value ? " " + value : ""}`,
    assign: () => `${name} = ${value}`,
    branch: () => `${name || "condition"} is ${value}${note ? ", " + note : ""}`,
    assume: () => "assumed",
    check: () => (value === "true" ? "holds: " : "✗ fails: ") + (name || ""),
    event: () => `event ${name}${value || ""}`,
  }[kind];
  return told();
}

const stepList = new List($("steps"), 22, "Steps", "listbox", (i) => {
  const { step, fold } = walk.rows[i];
  if (fold) {
    return element("div", { class: "fold", title: "Show these iterations", onclick: () => { walk.unfolded.add(fold[0]); walk.layout(); } },
      element("span", { class: "at" }, "⋮"), element("span", {}, "  ".repeat(walk.depths[fold[0]]) + fold[2]));
  }
  const s = walk.steps[step];
  const fails = step === walk.steps.length - 1 && s[0] === "check" && s[5] !== "true";
  return element("div", { class: [fails && "fails", !s[6] && "quiet"].filter(Boolean).join(" ") || null, onclick: () => walk.go(step) },
    element("span", { class: "at" }, s[2] ? String(s[2]) : ""), element("span", {}, "  ".repeat(Math.min(20, walk.depths[step])) + stepWords(s)));
});

// ---- events of temporal properties ------------------------------------------------------------------------------------------------

function timeline(found) {
  const events = found ? found.events : [];
  $("events").hidden = !events.length && !(found && found.cycle === 0);
  const items = [];
  events.forEach((event, number) => {
    const inCycle = found.cycle != null && number >= found.cycle;
    if (number === found.cycle) items.push(element("li", { class: "lasso" }, "from here again and again"));
    const states = event.states.length ? `{${event.states.join(", ")}}` : "no state";
    const atoms = event.atoms.map((a) => `${a.name}: ${a.value}`).join(", ");
    const item = element("li", { class: inCycle ? "cycle" : null },
      element("code", {}, event.event), "  ", element("span", { class: event.states.length ? "faint" : "violated" }, states), " ",
      element("span", { class: "faint" }, [atoms, ...event.blocked].filter(Boolean).join("; ")));
    if (event.file != null) {
      item.append(" ", element("button", { type: "button", onclick: () => showLine(event.file, event.line, false) }, place(event.file, event.line)));
    }
    items.push(item);
  });
  if (found && found.cycle != null) {
    const words = found.cycle >= events.length ? "and then nothing more, for ever: a loop without an event" : "back to where it begins, for ever";
    items.push(element("li", { class: "lasso" }, words));
  }
  $("timeline").replaceChildren(...items);
}

// ---- keys, theme, start -------------------------------------------------------------------------------------------------------------

function move(by) {
  const at = listed.indexOf(current) + by;
  if (at >= 0 && at < listed.length) open(listed[at]);
}

const KEYS = {
  n: () => walk.next(), ArrowRight: () => walk.next(), p: () => walk.previous(), ArrowLeft: () => walk.previous(),
  o: () => walk.over(), u: () => walk.out(), f: () => walk.toEnd(), End: () => walk.toEnd(), Home: () => walk.toStart(), s: () => walk.toStart(),
  j: () => move(1), k: () => move(-1), "/": () => $("search").focus(), "?": () => $("help").showModal(), a: () => $("all").click(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=search]")) return;
  const inList = event.target.matches(".list");
  if (inList && event.target.id === "properties" && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    move(event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
  } else if (inList && event.target.id === "steps" && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    if (event.key === "ArrowDown") walk.next(); else walk.previous();
    event.preventDefault();
  } else if (KEYS[event.key]) {
    KEYS[event.key]();
    event.preventDefault();
  }
});
for (const [id, act] of [["next", "next"], ["previous", "previous"], ["over", "over"], ["out", "out"], ["first", "toStart"], ["last", "toEnd"]])
  $(id).addEventListener("click", () => walk[act]());
$("all").addEventListener("change", () => { walk.all = $("all").checked; walk.layout(); walk.inputs(); if (walk.at >= 0) walk.go(walk.at); });
$("keys").addEventListener("click", () => $("help").showModal());
$("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});

filters();
files();
filter();
const wanted = properties.find((p) => p.id === decodeURIComponent(location.hash.slice(1)));
if (wanted || properties.length) open(wanted || properties[0]);
else $("what").textContent = "There is no property.";
document.documentElement.dataset.ready = "yes";
