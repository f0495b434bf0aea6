import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAccountStreams } from "./account-streams.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An answer that keeps what is written to it. */
class Answer extends EventEmitter {
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

it("keeps a stream open with a comment every 20 seconds, and ends it after 15 minutes (P402)", async () => {
	const client = Object.assign(new EventEmitter(), { query: async () => {}, release: () => {} });
	const pool = { connect: async () => client } as unknown as pg.Pool;
	const streams = createAccountStreams({ pool, log: { warn: () => {} } });
	const answer = new Answer();
	await streams.open("ada", answer as unknown as ServerResponse);
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
