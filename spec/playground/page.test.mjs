// The playground in a headless Chromium: `node --test` in the folder with its libraries. YSCHEMA_PLAYGROUND is the page,
// CHROMIUM the browser, and YSCHEMA_PICTURES a folder for pictures, for people.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

const { chromium } = createRequire(join(process.cwd(), "package.json"))("playwright-core");
const page_url = pathToFileURL(process.env.YSCHEMA_PLAYGROUND).href;
const pictures = process.env.YSCHEMA_PICTURES;

let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"] });
});
after(() => browser.close());

// A page without a network, whose errors are collected.
async function open(address, options = {}) {
  const context = await browser.newContext({ offline: true, ...options });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (problem) => page.problems.push(problem.message));
  page.on("console", (line) => line.type() === "error" && page.problems.push(line.text()));
  await page.goto(address);
  await page.locator("#state").filter({ hasText: /^(valid|invalid|error)$/ }).waitFor({ timeout: 60000 });
  return page;
}

const result = (page, pattern) => page.locator("#result").filter({ hasText: pattern }).waitFor({ timeout: 60000 });

async function fill(page, id, text) {
  await page.locator(`#${id} .cm-content`).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

test("a mistake is marked and reported, and its fix repairs it", async () => {
  const page = await open(page_url);
  await result(page, /lgo/);
  await fill(page, "values", "name: a\nprot: 80\n");
  await result(page, /prot/);
  const mark = page.locator("#values .cm-lintRange").first();
  await mark.waitFor({ timeout: 60000 });
  await mark.hover();
  const fix = page.locator(".cm-diagnosticAction").first();
  await fix.waitFor({ timeout: 60000 });
  await fix.click();
  await result(page, /^name: a\nport: 80\n/);
  assert.match(await page.locator("#values .cm-content").innerText(), /port: 80/);
  assert.equal(await page.locator("#state").innerText(), "valid");
  assert.deepEqual(page.problems, []);
});

test("keys and values are completed, and documentation is shown", async () => {
  const page = await open(page_url);
  await fill(page, "values", "name: a\nlog: ");
  await page.keyboard.press("Control+Space");
  const list = page.locator(".cm-tooltip-autocomplete");
  await list.waitFor({ timeout: 60000 });
  assert.match(await list.innerText(), /debug/);
  await page.keyboard.press("Escape");
  await page.locator("#values .cm-line").first().hover({ position: { x: 12, y: 8 } });
  await page.locator(".documented").filter({ hasText: /The name that others call it by/ }).waitFor({ timeout: 60000 });
  assert.doesNotMatch(await page.locator(".documented").innerText(), /`/);
  assert.deepEqual(page.problems, []);
});

test("a link holds everything, and layers are tabs", async () => {
  const page = await open(page_url);
  await fill(page, "schema", "#@data/values-schema\n---\na: 1\nb: 2\n");
  await fill(page, "values", "a: 5\n");
  await result(page, /^a: 5\nb: 2$/);
  await page.getByRole("tab", { name: "+ layer" }).click();
  await fill(page, "values", "b: 7\n");
  await result(page, /^a: 5\nb: 7$/);
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.length > 20);
  const again = await open(page.url());
  await result(again, /^a: 5\nb: 7$/);
  assert.deepEqual(again.problems, []);
  const damaged = await open(page.url().slice(0, -9));
  assert.match(await damaged.locator("#result").innerText(), /lgo/);
});

test("examples and the schema's page", async () => {
  const page = await open(page_url);
  await page.locator("#examples").selectOption("Layers");
  await result(page, /^replicas: 3/);
  await page.getByRole("tab", { name: "Page of the schema" }).click();
  await page.frameLocator("#page").getByText("replicas").first().waitFor({ state: "attached", timeout: 60000 });
  assert.deepEqual(page.problems, []);
});

test("on a phone, nothing is cut, and all controls can be reached", async () => {
  const page = await open(page_url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const inside = async (selector) => {
    const boxes = await page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    assert.ok(boxes.length > 0, selector);
    for (const { left, right } of boxes) assert.ok(left >= 0 && right <= 390, `${selector}: ${left} to ${right}`);
    return boxes;
  };
  const add = page.getByRole("tab", { name: "+ layer" });
  for (let i = 0; i < 3; i++) await add.tap();
  await inside(".tabs button");
  await page.getByRole("button", { name: "Share" }).tap();
  await page.locator("#state").filter({ hasText: /The link/ }).waitFor();
  assert.equal(await page.locator("#state").getAttribute("class"), "");
  for (const { height } of await inside("header button, header select")) assert.ok(height >= 34, `${height}`);
  assert.ok((await inside("header"))[0].height < 60);
  assert.ok(await page.locator("#result").evaluate((one) => one.scrollWidth <= one.clientWidth), "the report is cut");
  await page.locator("#values .cm-content").tap();
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-completionInfo").waitFor({ timeout: 60000 });
  const [list] = await inside(".cm-tooltip-autocomplete"), [about] = await inside(".cm-completionInfo");
  assert.ok(about.top >= list.bottom - 1 || about.bottom <= list.top + 1, "the documentation covers the list");
  assert.deepEqual(page.problems, []);
});

test("pictures", { skip: !pictures }, async () => {
  const sizes = { light: [1280, 800, "light"], dark: [1280, 800, "dark"], phone: [390, 844, "light"] };
  for (const [name, [width, height, colorScheme]] of Object.entries(sizes)) {
    const page = await open(page_url, { viewport: { width, height }, colorScheme });
    await page.locator("#values .cm-lintRange").first().waitFor({ timeout: 60000 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name}: it is too wide`);
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: name === "phone" });
  }
});
