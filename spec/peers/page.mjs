// Opens HTML pages in a headless Chromium: node page.mjs CHROMIUM PAGE LARGE SCRATCH, where LARGE is
// the page of 5000 keys, key_1 to key_5000. What it looks like is left in SCRATCH as pictures, for
// people: page-390.png, page-1280.png.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [chromium, page, large, scratch] = process.argv.slice(2);
const html = readFileSync(page, "utf8");
const flags = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${scratch}/profile`,
  "--host-resolver-rules=MAP * ~NOTFOUND"];
let passed = 0;
let failed = 0;

function check(name, holds, seen) {
  if (holds) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED: ${name}: ${seen}`);
  }
}

// Errors of scripts, and what the page's policy forbids.
const watch = `<script>
  var problems = [];
  addEventListener("error", function (event) { problems.push(event.message); });
  document.addEventListener("securitypolicyviolation", function (event) { problems.push(event.violatedDirective); });
  window.alert = function (text) { problems.push("alert: " + text); };
</script>`;

// Runs a script in the page, at a width of the window. The script's result is put where the
// dump of the page shows it.
function ask(width, script, text = html) {
  const file = `${scratch}/asked.html`;
  const probe = `<script>document.title = "<" + JSON.stringify((function () { ${script} })()) + ">";</script>`;
  writeFileSync(file, text.replace("<style>", () => `${watch}<style>`).replace("</body>", () => `${probe}</body>`));
  const dump = execFileSync(chromium, [...flags, `--window-size=${width},800`, "--dump-dom", `file://${file}`],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 60000, maxBuffer: 2 ** 26 });
  const title = dump.match(/<title>&lt;(.*?)&gt;<\/title>/s);
  return title && JSON.parse(title[1].replace(/&quot;/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&"));
}

const search = (words) => `
  var box = document.getElementById("words");
  box.value = ${JSON.stringify(words)};
  box.dispatchEvent(new Event("input"));
  return [].filter.call(document.querySelectorAll("section.field"), function (node) { return node.offsetParent; })
    .map(function (node) { return node.id; });`;

check("the search is shown to those with JavaScript",
  ask(1000, "return !!document.getElementById('search').offsetParent;") === true, "hidden");
const all = ask(1000, search(""));
check("all fields are shown at first", all && all.length >= 5, all);
const some = ask(1000, search("host NAME"));
check("a search leaves the fields that have all words",
  some && some.length > 0 && some.length < all.length && some.includes("field.hostname"), some);
check("a search for nothing that is there leaves none", ask(1000, search("qqq")).length === 0, "some");
const links = ask(1000, search("tls_file").replace("section.field", "nav a").replace("node.id", "node.hash"));
check("links above what is found stay",
  links && links.includes("#field.listeners") && links.includes("#field.listeners*.tls_file")
  && !links.includes("#field.gzip"), links);
for (const width of [500, 1200]) {
  const overflow = ask(width, "return [document.documentElement.scrollWidth, window.innerWidth];");
  check(`nothing is wider than a window of ${width}`, overflow && overflow[0] <= overflow[1], overflow);
}
const narrow = ask(1000, `
  var copy = document.documentElement.outerHTML.replace(/<script[^]*?<\\/script>/g, "");
  var frame = document.createElement("iframe");
  document.body.appendChild(frame);
  frame.style.width = "320px";
  frame.contentDocument.open();
  frame.contentDocument.write(copy);
  frame.contentDocument.close();
  return frame.contentDocument.documentElement.scrollWidth;`);
check("nothing is wider than a telephone", narrow !== null && narrow <= 320, narrow);
const broken = ask(1000, `
  return [].filter.call(document.querySelectorAll("a[href^='#']"), function (node) {
    return !document.getElementById(decodeURIComponent(node.getAttribute("href").slice(1)));
  }).length;`);
check("each link leads somewhere", broken === 0, broken);
const quiet = ask(1000, "return performance.getEntriesByType('resource').length;");
check("nothing is fetched", quiet === 0, quiet);

const problems = ask(1000, `
  document.querySelectorAll("a[href^='#']").forEach(function (link) { link.click(); });
  ${search("host").replace("return", "var ignored =")}
  return problems;`);
check("no script fails, and none of a text runs", problems && problems.length === 0, problems);
const outline = ask(1000, `
  var link = document.querySelector('nav a[href="#field.limits"]');
  link.click();
  return [location.hash, document.querySelector(":target").id,
    document.querySelectorAll("nav details ul ul").length > 0];`);
check("a link of the contents leads to its field",
  outline && outline.join() === "#field.limits,field.limits,true", outline);
const alternatives = ask(1000, search("pools"));
check("what is in alternatives is found, with what is around it",
  alternatives && alternatives.slice(0, 3).join() === "field.backend,field.backend!alternative~202,field.backend!alternative~202.pools",
  alternatives);
const tabs = ask(1000, `
  function seen() {
    return [].filter.call(document.querySelectorAll(".tabs > section"), function (node) { return node.offsetParent; })
      .map(function (node) { return node.id; }).join();
  }
  var first = seen();
  document.querySelectorAll(".tabs > label")[1].click();
  var second = seen();
  location.hash = "#field.source!file.path";
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  return [first, second, seen(), document.getElementById("field.source!file.path").firstElementChild.open];`);
check("an alternative is a tab, which a link selects", tabs
  && tabs.join(" ") === "field.source!file field.source!group field.source!file true", tabs);
const unfolded = ask(1000, `
  ${search("beyond").replace("return", "var ignored =")}
  var open = document.querySelectorAll("main details[open]").length;
  ${search("").replace("var box", "box").replace("return", "ignored =")}
  return [open, document.querySelectorAll("main details[open]").length];`);
check("what a search unfolds is folded after it", unfolded && unfolded[0] > 2 && unfolded[1] === 0, unfolded);
const doubled = ask(1000, `
  var seen = {};
  return [].filter.call(document.querySelectorAll("[id]"), function (node) {
    return seen[node.id] || (seen[node.id] = true, false);
  }).map(function (node) { return node.id; });`);
check("no id is there twice", doubled && doubled.length === 0, doubled);
const anchors = ask(1000, `
  return [].filter.call(document.querySelectorAll("section.field"), function (node) {
    return node.id !== "field" && !document.querySelector("nav a[href='#" + node.id + "']");
  }).map(function (node) { return node.id; });`);
check("the contents lead to each field", anchors && anchors.length === 0, anchors);
for (const [id, what] of [["field.source!file.path", "a field of an alternative"],
  ["field.limits._", "a placeholder"], ["field.tree", "a schema that contains itself"]])
  check(`there is an anchor for ${what}`, html.includes(`<section id="${id}"`), id);
check("a schema that contains itself links to its definition",
  html.includes('array of map, like <a href="#field.tree">tree</a>'), "no link");
check("nothing sensitive is reported", !html.includes("hunter2"), "it is");

// The page as a reader opens it: its address ends with `hash`.
function open(hash, text = html) {
  const file = `${scratch}/opened.html`;
  const probe = `<script>document.title = "<" + JSON.stringify([
    document.getElementById("words").value,
    [].filter.call(document.querySelectorAll("section.field"), function (node) { return !node.hidden; })
      .map(function (node) { return node.id; })]) + ">";</script>`;
  writeFileSync(file, text.replace("</body>", () => `${probe}</body>`));
  const dump = execFileSync(chromium, [...flags, "--dump-dom", `file://${file}${hash}`],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 60000, maxBuffer: 2 ** 26 });
  const title = dump.match(/<title>&lt;(.*?)&gt;<\/title>/s);
  return title && JSON.parse(title[1].replace(/&quot;/g, '"').replace(/&amp;/g, "&"));
}
const opened = open("#search=other%20PLACE");
check("an address may hold a search", opened && opened[0] === "other PLACE"
  && opened[1].join() === "field.source,field.source!file,field.source!file.path", opened);
const odd = open("#search=%E0%A4%A");
check("an address that is not encoded is taken as it stands", odd && odd[0] === "%E0%A4%A" && odd[1].length === 0, odd);
const kept = ask(1000, `${search("host").replace("return", "var ignored =")} return location.hash;`);
check("the address keeps the search", kept === "#search=host", kept);
const revealed = ask(1000, `
  ${search("qqq").replace("return", "var ignored =")}
  location.hash = "#field.gzip";
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  return [document.getElementById("words").value, !document.getElementById("field.gzip").hidden];`);
check("a link to a field that is hidden shows it", revealed && revealed.join() === ",true", revealed);

const many = readFileSync(large, "utf8");
// The time includes the layout of both columns, of which a width of 1200 has two.
const took = [500, 1200].map(function (width) { return ask(width, `
  var began = performance.now();
  var found = (function () { ${search("key_4999")} })();
  return [found, performance.now() - began, document.querySelector("nav details").open, problems];`, many); });
check("one of 5000 keys is found", took.every((one) => one && one[0].join() === "field.key_4999"), took);
check("that takes less than two seconds", took.every((one) => one && one[1] < 2000), took);
check("long contents are folded on a narrow screen", took[0] && took[0][2] === false, took);
check("no text of 5000 is run", took.every((one) => one && one[3].length === 0), took);

// A window is at least 500 wide, a telephone is not: the page is in a frame.
function picture(width, height) {
  const file = `${scratch}/frame.html`;
  writeFileSync(file, `<body style="margin: 0"><iframe src="file://${page}"
    style="border: 0; width: ${width}px; height: ${height}px"></iframe></body>`);
  execFileSync(chromium, [...flags, "--hide-scrollbars", `--window-size=${Math.max(width, 500)},${height}`,
    `--screenshot=${scratch}/page-${width}.png`, `file://${file}`], { stdio: "ignore", timeout: 60000 });
  return readFileSync(`${scratch}/page-${width}.png`).length;
}
for (const [width, height] of [[390, 3600], [1280, 2400]]) {
  const size = picture(width, height);
  check(`there is something to see, ${width} wide`, size > 20000, size);
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
