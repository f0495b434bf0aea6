import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { expect, it } from "vitest";
import { CHROMIUM_LAUNCH, findChromium } from "./chromium.ts";

it("the Chromium that CHROMIUM_PATH names is the one", () => {
	expect(findChromium(process.execPath)).toBe(process.execPath);
});

it("a CHROMIUM_PATH that leads nowhere is told, and no other browser is taken", () => {
	expect(() => findChromium("/no/such/chromium")).toThrow(
		"CHROMIUM_PATH names /no/such/chromium, which does not exist.",
	);
});

it("an empty CHROMIUM_PATH names none", () => {
	expect(() => findChromium("")).not.toThrow();
});

it("what Playwright switches off stays off", async () => {
	const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-browser-"));
	const browser = path.join(folder, "browser.sh");
	await writeFile(browser, '#!/bin/sh\necho "$@" > "$0.args"\n', { mode: 0o755 });
	await expect(chromium.launch({ executablePath: browser, ...CHROMIUM_LAUNCH })).rejects.toThrow();
	const args = await readFile(`${browser}.args`, "utf8");
	await rm(folder, { recursive: true });
	const [first, last] = [...args.matchAll(/--disable-features=(\S+)/g)].map(([, names = ""]) => names.split(","));
	expect(first).not.toEqual([]);
	expect(last).toEqual(expect.arrayContaining(first ?? []));
});
