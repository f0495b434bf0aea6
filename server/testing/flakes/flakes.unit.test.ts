import { expect, it } from "vitest";
import { flakesIn } from "./flakes.ts";

const CORE = "a.test.ts";
const REST = "a.extended.test.ts";
const found = (file: string, text: string) => flakesIn(file, `\n${text}`).map(({ line }) => line);

it.each([
	"await page.waitForTimeout(500);",
	"await new Promise((resolve) => setTimeout(resolve, 500));",
	"await new Promise<void>((done) => setTimeout(done, 1_000));",
	"await delay(500);",
	"await vi.waitFor(() => expect(count).toBe(2));",
	"vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });",
	"expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1500);",
	"expect((await head.boundingBox())?.height).toBeLessThanOrEqual(57);",
])("%s is found in every test", (text) => {
	expect(found(CORE, text)).toEqual([2]);
	expect(found(REST, text)).toEqual([2]);
});

it.each([
	"expect(performance.now() - startedAt).toBeLessThan(500);",
	"expect(Date.now() - began).toBeLessThan(10_000);",
	"expect(Math.abs(Date.now() - Number(view.timestamp))).toBeLessThan(10_000);",
	"expect(answer.milliseconds, what).toBeLessThan(SOON_MS);",
	"expect(msAfterAnswer + waitMs).toBeLessThanOrEqual(10_000);",
])("%s is found outside the rest", (text) => {
	expect(found(CORE, text)).toEqual([2]);
	expect(found(REST, text)).toEqual([]);
});

it.each([
	'import { setImmediate as nextLoop } from "node:timers/promises";',
	"expect(jpeg.length).toBeLessThanOrEqual(280_000);",
	"expect(box.bottom).toBeLessThanOrEqual(window.innerHeight);",
	"expect(asked.length).toBeLessThan(30);",
	"const timer = setTimeout(end, 500);",
	"expect(deadlineMs).toBeLessThanOrEqual(10_000);",
	"const late = () => new Promise((resolve) => setTimeout(resolve, 9_001));",
])("%s depends on no machine", (text) => expect(found(CORE, text)).toEqual([]));
