import { expect, it } from "vitest";
import { createRateLimiter } from "./rate-limiter.ts";

const MINUTE = 60_000;

function rig(limit = { max: 60, perAccount: 6 }) {
	let time = 0;
	const limiter = createRateLimiter({ ...limit, perMs: MINUTE, now: () => time });
	const take = (account: string, amount = 1, key = "key") =>
		limiter.take(key, amount, account) ?? limiter.refusal(key, amount, account);
	return {
		take,
		pass: (milliseconds: number) => {
			time += milliseconds;
		},
		/** How often an account is admitted, at most `most` times. */
		times(account: string, most = 100): number {
			for (let n = 0; n < most; n += 1) if (!("at" in take(account))) return n;
			return most;
		},
	};
}

it("gives an account its share while others use little, and says when it is admitted again", () => {
	const { times, take, pass } = rig();
	expect(times("ada")).toBe(6);
	pass(20_500);
	expect(take("ada")).toEqual({ isOwn: true, retryAfterSeconds: 40 });
	expect(take("ada", 1, "other")).toMatchObject({ at: 20_500 });
	pass(39_500);
	expect(times("ada")).toBe(6);
});

it("lets no few accounts use all of a key: each other one has a turn", () => {
	const { times } = rig();
	for (let n = 0; n < 9; n += 1) times(`busy ${n}`);
	expect(times("ada")).toBeGreaterThanOrEqual(2);
	for (let n = 0; n < 20; n += 1) expect(times(`another ${n}`, 1)).toBe(1);
});

it("never gives more than the limit of all, and doesn't blame an account for the others", () => {
	const { times, take, pass } = rig();
	for (let n = 0; n < 60; n += 1) expect(times(`account ${n}`, 1)).toBe(1);
	expect(take("ada")).toEqual({ isOwn: false, retryAfterSeconds: 60 });
	pass(MINUTE);
	expect(times("ada", 1)).toBe(1);
});

it("returns reservations that were not used", () => {
	const { take } = rig({ max: 100, perAccount: 30 });
	const charges = [take("ada", 10), take("ada", 10), take("ada", 10)];
	expect(take("ada", 10)).toMatchObject({ isOwn: true });
	for (const charge of charges) if ("at" in charge) charge.amount = 1;
	expect(take("ada", 10)).toMatchObject({ amount: 10 });
});

function simpleRig(max = 2) {
	let time = 1;
	const limiter = createRateLimiter({ max, perMs: MINUTE, now: () => time });
	const pass = (milliseconds: number) => {
		time += milliseconds;
	};
	return { ...limiter, pass };
}

it("slides: each use comes free after the window", () => {
	const { take, refusal, readyAt, pass } = simpleRig();
	take("key");
	pass(20_000);
	take("key");
	expect(take("key")).toBeNull();
	expect([refusal("key"), readyAt("key")]).toEqual([{ isOwn: true, retryAfterSeconds: 40 }, MINUTE + 1]);
	expect([take("other") !== null, readyAt("other")]).toEqual([true, 0]);
	pass(39_999);
	expect(take("key")).toBeNull();
	pass(1);
	expect([take("key") !== null, take("key")]).toEqual([true, null]);
});

it("counts what is recorded beyond the limit as well, and forgets a key that is reset", () => {
	const { take, record, reset, limited, pass } = simpleRig(10);
	record("key", 9);
	expect(limited()).toEqual([]);
	record("key", 9);
	expect([limited(), take("key")]).toEqual([["key"], null]);
	reset("key");
	expect(limited()).toEqual([]);
	record("key", 10);
	pass(MINUTE);
	expect(limited()).toEqual([]);
});

it("allows nothing while a key is paused", () => {
	const { take, pause, readyAt, limited, pass } = simpleRig();
	pause("key", 5_001);
	expect([take("key"), readyAt("key"), limited()]).toEqual([null, 5_001, ["key"]]);
	pass(5_000);
	expect([limited(), take("key") !== null]).toEqual([[], true]);
});
