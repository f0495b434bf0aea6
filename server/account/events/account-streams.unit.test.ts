import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAccountStreams } from "./account-streams.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sessions that have not ended, and whose they are. */
let sessions: Map<string, { id: string; disabledAt: Date | null }>;

/** An answer that keeps what is written to it. */
class Answer extends EventEmitter {
	req = { method: "GET" };
	text = "";
	headersSent = false;
	writableEnded = false;
	writableLength = 0;
	setHeader(): void {}
	write(text: string): void {
		this.headersSent = true;
		this.text += text;
	}
	end(): void {
		this.writableEnded = true;
		this.emit("close");
	}
}

function accountStreams() {
	const client = Object.assign(new EventEmitter(), { query: async () => {}, release: () => {} });
	const pool = { connect: async () => client } as unknown as pg.Pool;
	sessions = new Map([["s", { id: "ada", disabledAt: null }]]);
	const streams = createAccountStreams({ pool, ownersOf: async () => sessions, log: { warn: () => {} } });
	const open = async (answer: Answer) =>
		streams.open({ user: "ada", session: "s", res: answer as unknown as ServerResponse });
	return { streams, open };
}

it("keeps a stream open with a comment every 20 seconds, and ends it after 15 minutes (P402)", async () => {
	const { streams, open } = accountStreams();
	const answer = new Answer();
	await open(answer);
	await vi.advanceTimersByTimeAsync(19_999);
	expect(answer.text).toBe("retry: 3000\n\n");
	await vi.advanceTimersByTimeAsync(40_001);
	expect(answer.text).toBe(`retry: 3000\n\n${":\n\n".repeat(3)}`);
	await vi.advanceTimersByTimeAsync(14 * 60_000 - 1);
	expect(answer.writableEnded).toBe(false);
	await vi.advanceTimersByTimeAsync(1);
	expect(answer.writableEnded).toBe(true);
	await streams.stop();
});

it.each([
	["has ended", () => sessions.clear()],
	["is someone else's by now", () => sessions.set("s", { id: "grace", disabledAt: null })],
	["is of an account that was disabled", () => sessions.set("s", { id: "ada", disabledAt: new Date() })],
])(
	"ends a stream with the next comment where its session %s without news, and opens none (P470)",
	async (_case, end) => {
		const { streams, open } = accountStreams();
		const answer = new Answer();
		await open(answer);
		await vi.advanceTimersByTimeAsync(20_000);
		expect(answer.writableEnded).toBe(false);
		end();
		await vi.advanceTimersByTimeAsync(20_000);
		expect(answer.writableEnded).toBe(true);
		await expect(open(new Answer())).rejects.toMatchObject({ code: "unauthenticated" });
		await streams.stop();
	},
);
