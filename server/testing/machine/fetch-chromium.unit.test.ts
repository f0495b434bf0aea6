import { expect, it } from "vitest";
import { downloads } from "./fetch-chromium.ts";

/** A program that hangs unless it is ended. */
const HANGS = "setInterval(() => {}, 1_000);";

const run = (script: string, beginMs?: number) => downloads(process.execPath, ["-e", script], beginMs);

it("a download that ends well is one", async () => {
	expect(await run("console.log('10% of 150 MiB')")).toBe(true);
});

it("a download is ended at its first error, without another try", async () => {
	expect(await run(`console.error('Error: getaddrinfo ENOTFOUND'); ${HANGS}`)).toBe(false);
});

it("a download that shows no progress is ended", async () => {
	expect(await run(`console.log('Downloading'); ${HANGS}`, 50)).toBe(false);
});

it("a program that is missing downloads nothing", async () => {
	expect(await downloads("no-such-program", [])).toBe(false);
});
