import { expect, it } from "vitest";
import { findChromium } from "./chromium.ts";

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
