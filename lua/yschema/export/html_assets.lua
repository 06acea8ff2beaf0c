--- The fixed parts of the HTML page (yschema.export.html_page): its frame, its style sheet, and the
-- script for the search.
--
-- @module yschema.export.html_assets

local html_assets = {}

--- The frame of the page. Its policy forbids loading anything, whatever the texts of the schema contain.
-- The empty icon keeps browsers from requesting one.
html_assets.page = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';
  style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<link rel="icon" href="data:,">
<title>{{title}}</title>
<style>
{{style}}</style>
</head>
<body>
<a class="skip" href="#fields">Skip to the fields</a>
<header>
<h1>{{heading}}</h1>
{{name}}{{intro}}{{example}}</header>
<form role="search" id="search" hidden>
<label for="words">Search</label>
<input type="search" id="words" autocomplete="off" spellcheck="false">
<output id="found" for="words" aria-live="polite"></output>
</form>
<div class="columns">
<nav aria-label="The file">
<details open>
<summary>The file</summary>{{contents}}</details>
</nav>
<main id="fields" tabindex="-1">
{{sections}}</main>
</div>
<script>
{{script}}</script>
</body>
</html>
]]

html_assets.style = [[
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --page: #fff; --box: #f5f7f9;
  --line: #d5dae0; --link: #0b57b0; --key: #0b57b0; --value: #0a6b3d; --warn: #8a4b00; --warn-box: #fff4e0;
  --mark: #e3eefc; }
@media (prefers-color-scheme: dark) { :root { --text: #e3e8ee; --soft: #9aa5b1; --page: #14181d;
  --box: #1e242b; --line: #36404a; --link: #7fb5ff; --key: #7fb5ff; --value: #8fd6a6;
  --warn: #ffc46b; --warn-box: #33270f; --mark: #20364f; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 5rem; }
body { margin: 0 auto; max-width: 84rem; padding: 1rem; color: var(--text); background: var(--page);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
a:focus-visible, input:focus-visible, button:focus-visible, summary:focus-visible { outline: 3px solid var(--link);
  outline-offset: 2px; }
.k { color: var(--key); }
.v { color: var(--value); }
.c { color: var(--soft); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; background: var(--page); padding: .5rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0; }
.name { margin: .25rem 0 1rem; color: var(--soft); }
code, pre { font: .92em/1.45 ui-monospace, monospace; }
dd > code, li > code { background: var(--box); border-radius: .25rem; padding: .1em .3em; }
pre { background: var(--box); border-radius: .375rem; padding: .6rem .75rem; margin: .25rem 0;
  overflow-x: auto; overflow-wrap: normal; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; padding: .5rem 0;
  position: sticky; top: 0; z-index: 1; background: var(--page); }
form[hidden] { display: none; }
input { flex: 1 1 14rem; font: inherit; color: inherit; background: var(--box);
  border: 1px solid var(--line); border-radius: .375rem; padding: .5rem .75rem; min-height: 2.75rem; }
output { color: var(--soft); }
nav { font: .92rem/1.6 ui-monospace, monospace; margin-bottom: 1rem; }
nav > details { background: var(--box); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; }
nav ul { list-style: none; margin: 0; padding-left: 1.1rem; }
nav li { display: block; }
nav li[hidden] { display: none; }
nav > details > ul { padding-left: 1rem; }
nav summary { font-weight: 400; padding: 0; list-style: none; }
nav > details > summary { font: 600 1rem/1.5 system-ui, sans-serif; }
nav summary::before { content: "▸ "; color: var(--soft); }
nav details[open] > summary::before { content: "▾ "; }
nav li summary::before { position: absolute; margin-left: -.9rem; }
nav a { color: var(--key); text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav a code { font: inherit; font-weight: 600; }
nav a.deprecated { text-decoration: line-through; }
nav .dash { white-space: pre; color: var(--soft); }
nav .v { color: var(--value); }
nav .c { color: var(--soft); }
nav .above, nav .l { display: block; padding-left: 4ch; text-indent: -4ch; }
summary { cursor: pointer; font-weight: 600; padding: .25rem 0; }
.field { padding: .35rem 0; content-visibility: auto; contain-intrinsic-size: auto 4rem; }
.below { margin: .5rem 0 0 .25rem; border-left: 1px solid var(--line); padding-left: 1rem; }
main > .below { margin: 0; border: 0; padding: 0; }
main > .field, main > .below > .field { border-top: 1px solid var(--line); padding: .75rem 0; }
.field:target > :is(h2, h3, h4, h5, h6), .field:target > details > summary { background: var(--mark); }
.field[hidden] { display: none; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; position: relative; }
.tabs > input { position: absolute; opacity: 0; pointer-events: none; }
.tabs > label { border: 1px solid var(--line); border-radius: .375rem; padding: .2rem .75rem; cursor: pointer;
  font: .92em/1.45 ui-monospace, monospace; }
.tabs > input:checked + label { background: var(--box); border-color: var(--key); color: var(--key); }
.tabs > input:focus-visible + label { outline: 3px solid var(--link); outline-offset: 2px; }
.tabs > .field { order: 1; flex: 0 0 100%; min-width: 0; display: none; }
.tabs > input:checked + label + .field:not([hidden]), .searching .tabs > .field:not([hidden]) { display: block; }
.searching .tabs > label { display: none; }
@media (scripting: none) { .tabs > .field:is(:target, :has(:target)) { display: block; } }
.field :is(h2, h3, h4, h5, h6) { font-size: 1.05rem; margin: 0 0 .25rem; font-weight: 400; }
.field h2 a, .field h3 a, .field h4 a, .field h5 a, .field h6 a { text-decoration: none; color: inherit; }
.field :is(h2, h3, h4, h5, h6) a:hover { text-decoration: underline; }
h2 code span, h3 code span, h4 code span, h5 code span, h6 code span { color: var(--soft); }
.title { color: var(--soft); margin-left: .5rem; }
.badge { color: var(--warn); background: var(--warn-box); border-radius: .25rem; padding: .1em .4em;
  margin-left: .5rem; font-size: .85rem; white-space: nowrap; }
.badge.renamed, .badge.sensitive { color: var(--soft); background: var(--box); }
.field > details > summary > :is(h4, h5, h6) { margin: 0; }
.field > details > summary { display: flex; align-items: baseline; gap: .4rem; padding: 0; font-weight: 400; }
.field > details > summary::before { content: "▸"; color: var(--soft); }
.field > details[open] > summary::before { content: "▾"; }
.path { font: inherit; font-size: .85rem; color: var(--soft); background: none; border: 0; cursor: pointer;
  padding: .1em .4em; }
.example { margin: .5rem 0; position: relative; }
.example button { position: absolute; right: .5rem; font: inherit; color: inherit; background: var(--page);
  border: 1px solid var(--line); border-radius: .375rem; margin: .5rem 0; padding: .25rem .75rem; cursor: pointer; }
.doc { white-space: pre-line; margin: .5rem 0; max-width: 46rem; }
.notice { color: var(--warn); background: var(--warn-box); border-radius: .375rem;
  padding: .5rem .75rem; margin: .5rem 0; }
.deprecated > :is(h2, h3, h4, h5, h6, details) > :is(a, summary) b { text-decoration: line-through; }
dl { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .25rem 0 0; }
dl > div { display: flex; gap: .5rem; max-width: 100%; }
dt { color: var(--soft); white-space: nowrap; }
dd { margin: 0; min-width: 0; }
dd ul { margin: 0; padding: 0; list-style: none; }
.alternatives { margin: .25rem 0; padding-left: 1.5rem; }
.alternatives ul { padding-left: 1.25rem; list-style: disc; }
.when { color: var(--soft); }
.when { display: inline-block; vertical-align: top; }
.when summary { font-weight: 400; padding: 0; }
.when code { white-space: pre-wrap; }
@media (min-width: 56rem) {
  .columns { display: grid; grid-template-columns: minmax(18rem, 2fr) minmax(0, 3fr); gap: 2rem; }
  nav { position: sticky; top: 5rem; align-self: start; max-height: calc(100vh - 6rem); overflow: auto; }
}
@media (max-width: 30rem) { .below { padding-left: .6rem; }
  .below summary code span { display: none; } }
@media print { form, .skip, .path, .example, .tabs > label { display: none; }
  details::details-content { content-visibility: visible; display: block; }
  .tabs > .field { display: block; } dl, .field > :is(h2, h3, h4, h5, h6) { break-inside: avoid; }
  .field { content-visibility: visible; } }
]]

--- The script copies the example and the paths of keys, where the browser lets pages copy. It unfolds the entry
-- to which an address leads, what a search finds, and everything before it is printed. For a search, it hides the
-- fields, and the links to them, in which a word of the search does not occur. It keeps what is around a field that
-- was found, and folds what it has unfolded when the search ends. The address keeps the words,
-- `#search=host name`, so a search can be passed on as a link; a link to a field that the search hides ends the
-- search. On a narrow screen, where the file stands above the fields, a long file is folded.
html_assets.script = [[
(function () {
  "use strict";
  var form = document.getElementById("search");
  var words = document.getElementById("words");
  var found = document.getElementById("found");
  var contents = document.querySelector("nav details");
  var items = document.querySelectorAll("nav li");
  var links = Object.create(null);
  document.querySelectorAll("nav a").forEach(function (link) { links[link.getAttribute("href")] = link; });
  var fields = Array.prototype.map.call(document.querySelectorAll("section.field"), function (node) {
    return { node: node, text: own(node.firstElementChild.tagName === "DETAILS" ? node.firstElementChild : node),
      link: links["#" + node.id] };
  });
  var unfolded = [];
  function own(holder) {
    var text = "";
    for (var part = holder.firstElementChild; part; part = part.nextElementSibling)
      if (part.className !== "below") text += part.textContent + " ";
    return text.toLowerCase();
  }
  function show(inner) {
    for (var node = inner; node && node !== contents; node = node.parentElement) {
      if (node.hidden) node.hidden = false;
      if (node.tagName === "DETAILS" && !node.open) {
        node.open = true;
        unfolded.push(node);
      }
    }
  }
  function search() {
    var wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    var hits = fields.filter(function (field) {
      return wanted.every(function (word) { return field.text.indexOf(word) >= 0; });
    });
    unfolded.splice(0).forEach(function (node) { node.open = false; });
    document.body.classList.toggle("searching", wanted.length > 0);
    items.forEach(function (item) { item.hidden = wanted.length > 0; });
    fields.forEach(function (field) { field.node.hidden = wanted.length > 0; });
    if (wanted.length > 0) hits.forEach(function (field) {
      show(field.node.firstElementChild);
      if (field.link) show(field.link);
    });
    found.textContent = wanted.length === 0 ? "" : hits.length + " of " + fields.length + " fields";
  }
  function hash() {
    try { return decodeURIComponent(location.hash.slice(1)); } catch (error) { return location.hash.slice(1); }
  }
  function follow() {
    var wanted = hash();
    var target = document.getElementById(wanted);
    if (wanted.indexOf("search=") === 0) words.value = wanted.slice(7);
    else if (target && target.hidden) words.value = "";
    else return;
    search();
  }
  function unfold() {
    var target = document.getElementById(hash());
    if (!target) return;
    for (var node = target.querySelector(":scope > details") || target; node; node = node.parentElement) {
      if (node.tagName === "DETAILS") node.open = true;
      if (node.matches(".tabs > section")) node.previousElementSibling.control.checked = true;
    }
    target.scrollIntoView();
  }
  function keep() {
    var address = words.value ? "#search=" + encodeURIComponent(words.value) : "#";
    try { history.replaceState(null, "", address); } catch (error) { /* the page is part of another one */ }
  }
  var copy = document.getElementById("copy");
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", function () {
      navigator.clipboard.writeText(document.getElementById("example").textContent).then(function () {
        copy.textContent = "Copied";
      });
    });
  }
  if (fields.length > 20 && !window.matchMedia("(min-width: 56rem)").matches) contents.open = false;
  form.hidden = false;
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  words.addEventListener("input", function () { search(); keep(); });
  window.addEventListener("hashchange", function () { follow(); unfold(); });
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll(".columns details").forEach(function (node) { node.open = true; });
  });
  document.getElementById("fields").addEventListener("click", function (event) {
    if (!event.target.classList.contains("path")) return;
    event.preventDefault();
    navigator.clipboard.writeText(event.target.getAttribute("data-path")).then(function () {
      event.target.textContent = "copied";
    });
  });
  function offer(event) {
    var field = event.target.closest("section.field");
    var code = field && !field.querySelector(".path") && field.querySelector(":is(h2, h3, h4, h5, h6) code");
    if (!code) return;
    var button = document.createElement("button");
    button.type = "button";
    button.className = "path";
    button.title = "Copy the path";
    button.textContent = "copy";
    button.setAttribute("data-path", code.textContent);
    code.parentElement.after(button);
  }
  if (navigator.clipboard) ["pointerover", "focusin"].forEach(function (name) {
    document.getElementById("fields").addEventListener(name, offer);
  });
  search();
  follow();
  unfold();
})();
]]

return html_assets
