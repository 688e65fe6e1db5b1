// Opens HTML reports in Chromium, from the file system and without network, and uses them as a person does.
// Usage: node test.mjs NODE_MODULES FOLDER; the folder holds violated.html, proved.html, lasso.html and long.html.
// Prints a line for each thing that is wrong, and at the end how many things were right.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";

const [modules, folder] = process.argv.slice(2);
const { chromium } = createRequire(pathToFileURL(path.resolve(modules, "x.js")))("playwright-core");
const options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic", "--no-first-run"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: options });
let right = 0;
let wrong = 0;

function expect(holds, words) {
  if (holds) right++;
  else { wrong++; console.log(`page: ${words}`); }
}

async function open(name, width, scheme) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme, offline: true });
  const page = await context.newPage();
  page.on("pageerror", (error) => expect(false, `${name}: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && expect(false, `${name}: ${message.text()}`));
  page.on("request", (request) => request.url().startsWith("file:") || expect(false, `${name} asks for ${request.url()}`));
  await page.goto(pathToFileURL(path.resolve(folder, name)).href);
  await page.waitForSelector("html[data-ready]", { timeout: 15000, state: "attached" });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(wide, `${name} is wider than ${width} pixels`);
  const names = await page.evaluate(() => [...document.querySelectorAll("button, input")].filter((e) => !e.innerText && !e.labels?.length && !e.ariaLabel).length);
  expect(names === 0, `${name}: ${names} controls have no name`);
  return page;
}

const text = (page, selector) => page.textContent(selector);

async function walk(scheme, width) {
  const page = await open("violated.html", width, scheme);
  expect((await text(page, "#what h2")).includes("violated: index"), "the violated property is open first");
  const end = await text(page, "#position");
  expect(/^step (\d+) of \1$/.test(end), `the walk begins at the failing check, not at ${end}`);
  expect((await text(page, "#source .now.fails")).includes("✗ fails"), "the failing line is marked");
  expect((await text(page, "#source mark")).length > 0, "the failing expression is marked");
  expect(/more iterations, i = 1 \.\. \d/.test(await text(page, "#steps")), "iterations are folded");
  await page.keyboard.press("Home");
  expect(/^step \d of/.test(await text(page, "#position")), "Home leads to the start");
  let changed = 0;
  for (let i = 0; i < 6 && !changed; i++) {
    await page.keyboard.press("n");
    changed = (await page.$$("#variables tr.changed")).length;
  }
  expect(changed > 0, "what changed is highlighted");
  const there = await text(page, "#position");
  await page.click("#next");
  await page.click("#previous");
  expect((await text(page, "#position")) === there, "next and previous are each other's way back");
  await page.click("#last");
  expect((await text(page, "#position")) === end, "the button leads to the failing check");
  expect((await text(page, "#inputs")).includes("8"), "inputs are shown");
  expect((await text(page, "#stack")).includes("fill"), "the calls are shown");
  const values = await text(page, "#variables");
  expect(values.includes("i") && values.includes("6"), "the values at the failure are shown");
  await page.click("#filters button.violated");
  expect(!(await text(page, "#properties")).includes("✗"), "a filter hides violated properties");
  await page.fill("#search", "nothing has these words");
  expect((await text(page, "#listed")).startsWith("0 of"), "the search narrows the list");
  await page.context().close();
}

async function proved() {
  const page = await open("proved.html", 1280, "light");
  expect((await text(page, "#source")).includes("invariant:"), "invariants stand in the source");
  expect(await page.isHidden("#walk"), "a proof has no walk");
  await page.click("#theme");
  const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(back === "rgb(13, 17, 23)", `the button turns the page dark, not ${back}`);
  await page.context().close();
}

async function lasso() {
  const page = await open("lasso.html", 1280, "light");
  expect((await page.$$("#timeline li")).length > 2, "events are listed");
  expect((await page.$$("#timeline li.lasso")).length > 0, "the cycle is marked");
  await page.context().close();
}

async function long() {
  const page = await open("long.html", 1280, "light");
  const result = await page.evaluate(() => {
    walk.all = true;
    walk.found.folds.all.forEach((fold) => walk.unfolded.add(fold[0]));
    walk.layout();
    walk.toStart();
    for (let i = 0; i < 50; i++) walk.next();
    walk.go(Math.floor(walk.steps.length / 2));
    walk.toEnd();
    return { steps: walk.rows.length, rows: document.querySelectorAll("#steps .row").length };
  });
  expect(result.steps >= 100000, `a long execution has ${result.steps} steps`);
  expect(result.rows < 200, `only rows in view exist, not ${result.rows}`);
  await page.context().close();
}

await walk("light", 1280);
await walk("dark", 400);
await proved();
await lasso();
await long();
await browser.close();
console.log(`${right} right, ${wrong} wrong`);
process.exit(wrong ? 1 : 0);
