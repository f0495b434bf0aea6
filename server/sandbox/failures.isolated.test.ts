import { appendFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startSandbox, type TestSandbox } from "./testing/start-sandbox.ts";

const disk = vi.hoisted(() => ({ isFull: false }));

/** A disk without room takes the first half of a line and refuses the rest. */
vi.mock("node:fs", async (original) => {
	const fs = await original<typeof import("node:fs")>();
	const write = async (file: number, bytes: Buffer, from: number, length: number, position: number) => {
		if (!disk.isFull) return { bytesWritten: fs.writeSync(file, bytes, from, length, position) };
		fs.writeSync(file, bytes, from, Math.floor(length / 2), position);
		throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
	};
	return { ...fs, write: Object.assign(() => {}, { [promisify.custom]: write }) };
});

let sandbox: TestSandbox;
let isBroken: boolean;
const unhandled: unknown[] = [];
const remember = (error: unknown) => unhandled.push(error);
beforeEach(async () => {
	isBroken = false;
	sandbox = await startSandbox({
		now: () => {
			if (isBroken) throw new Error("the clock is broken");
			return new Date();
		},
	});
	process.on("unhandledRejection", remember);
	process.on("uncaughtException", remember);
});
afterEach(async () => {
	disk.isFull = false;
	isBroken = false;
	await sandbox.close();
	process.off("unhandledRejection", remember);
	process.off("uncaughtException", remember);
	expect(unhandled).toEqual([]);
});

const state = () => join(sandbox.dataDir, "sandbox", "state.jsonl");
const post = (path: string, body = "") =>
	fetch(sandbox.origin + path, {
		method: "POST",
		headers: { Authorization: "Bearer sk_test_x", "Content-Type": "application/x-www-form-urlencoded" },
		body,
	});
const failures = () => sandbox.logged.filter((message) => message === "sandbox: request failed");

/** Goes on from what is on disk, as a new process would. */
async function startAnew(): Promise<void> {
	const { dataDir } = sandbox;
	await sandbox.control.webhooks.idle();
	await sandbox.stop();
	sandbox = await startSandbox({ dataDir });
}

describe("an error thrown within a route", () => {
	it("is one 500 in the caller's own shape and one line; the next call is answered", async () => {
		isBroken = true;
		const answer = await post("/v1/customers");
		expect([answer.status, await answer.json()]).toEqual([
			500,
			{ error: { message: "An unknown error occurred", type: "api_error" } },
		]);
		expect(failures()).toHaveLength(1);
		isBroken = false;
		expect((await post("/v1/customers")).status).toBe(200);
		expect(failures()).toHaveLength(1);
	});
});

describe("a full disk", () => {
	it("is a 500 for who would change something; nothing is lost when there is room again", async () => {
		disk.isFull = true;
		const refused = await post("/v1/customers", "name=kept");
		expect([refused.status, failures().length]).toEqual([500, 1]);
		expect((await fetch(`${sandbox.origin}/healthz`)).status).toBe(200);
		expect((await fetch(`${sandbox.origin}/sandbox/google/authorize`)).status).toBe(400);

		disk.isFull = false;
		expect((await post("/v1/customers", "name=second")).status).toBe(200);
		await startAnew();
		expect(sandbox.control.kept.customers().map(({ name }) => name)).toEqual(["second", "kept"]);
	});
});

describe("a folder that somebody has removed", () => {
	it("is made again, with everything in it", async () => {
		await post("/v1/customers", "name=first");
		// Else its delivery is noted while the folder is being removed.
		await sandbox.control.webhooks.idle();
		await rm(join(sandbox.dataDir, "sandbox"), { recursive: true });
		expect((await post("/v1/customers", "name=second")).status).toBe(200);
		expect(await readFile(state(), "utf8")).toContain("second");
		await startAnew();
		expect(sandbox.control.kept.customers().map(({ name }) => name)).toEqual(["second", "first"]);
	});
});

it("does not start on a state that it can't read, and says what to do", async () => {
	const { dataDir } = sandbox;
	await sandbox.stop();
	const whole = await readFile(state(), "utf8");
	await appendFile(state(), "half of a li\n[]\n");
	await expect(startSandbox({ dataDir })).rejects.toThrow(/state can't be read \(.*line \d+\)\. Delete the file/);
	expect(await readFile(state(), "utf8")).toContain(whole);
	await rm(state());
	sandbox = await startSandbox({ dataDir });
	expect((await post("/v1/customers")).status).toBe(200);
});
