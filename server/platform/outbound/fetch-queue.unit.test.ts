import { setImmediate as settled } from "node:timers/promises";
import { expect, it } from "vitest";
import { createFetchQueue } from "./fetch-queue.ts";

const LINE = { atOnce: 1, atOncePerAccount: 1, waiting: 1, waitingPerAccount: 1, waitMs: 60_000, apartMs: 0 };
const crowded = { kind: "too_many", status: 429, retryAfterSeconds: 5 };

it("gives a place to one, and then to the next", async () => {
	const turn = createFetchQueue(LINE);
	const order: string[] = [];
	const release = await turn("ada");
	const next = turn("bob").then(() => order.push("next"));
	await settled();
	order.push("first is done");
	release();
	await next;
	expect(order).toEqual(["first is done", "next"]);
});

it("lets so many wait and no more, and nobody for longer than that", async () => {
	const turn = createFetchQueue({ ...LINE, waitMs: 50 });
	await turn("ada");
	const waiting = turn("ada");
	const own = { ...crowded, message: expect.stringMatching(/^Several of your pages/) };
	await expect(turn("ada")).rejects.toMatchObject(own);
	await expect(turn("bob")).rejects.toMatchObject({ ...crowded, message: expect.stringMatching(/^We're reading/) });
	// Nobody asked too often.
	await expect(waiting).rejects.toMatchObject({ kind: "unavailable", status: 503, retryAfterSeconds: 5 });
});

it("has the place back of whoever leaves before the moment comes", async () => {
	const turn = createFetchQueue({ ...LINE, waiting: 0, apartMs: 60_000 });
	(await turn("ada"))();
	for (const reason of ["the second has gone", "the third has gone"]) {
		const gone = new AbortController();
		const leaving = turn("ada", gone.signal);
		leaving.catch(() => {});
		await settled();
		gone.abort(new Error(reason));
		await expect(leaving).rejects.toThrow(reason);
	}
});
