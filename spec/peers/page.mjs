// Opens the HTML page in a headless Chromium: node page.mjs CHROMIUM PAGE SCRATCH.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [chromium, page, scratch] = process.argv.slice(2);
const html = readFileSync(page, "utf8");
let passed = 0;
let failed = 0;

function check(name, holds, seen) {
  if (holds) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED: ${name}: ${seen}`);
  }
}

// What a script in the page finds, at a width of the window. The script's result is put where the
// dump of the page shows it.
function ask(width, script, flags = []) {
  const file = `${scratch}/asked.html`;
  const probe = `<script>document.title = "<" + JSON.stringify((function () { ${script} })()) + ">";</script>`;
  writeFileSync(file, html.replace("</body>", () => `${probe}</body>`));
  const dump = execFileSync(chromium, ["--headless", "--no-sandbox", "--disable-gpu",
    `--user-data-dir=${scratch}/profile`, "--host-resolver-rules=MAP * ~NOTFOUND",
    "--enable-logging=stderr", `--window-size=${width},800`, ...flags, "--dump-dom", `file://${file}`],
  { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 60000 });
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

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
