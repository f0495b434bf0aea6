import { expect, it } from "vitest";
import { createSharedRate } from "./shared-rate.ts";

const MINUTE = 60_000;

function rig(limit = { all: 60, account: 6 }) {
	let time = 0;
	const rate = createSharedRate({ ...limit, perMs: MINUTE, now: () => time });
	const take = (account: string, amount = 1, key = "key") => rate.take(key, account, amount);
	return {
		take,
		pass: (milliseconds: number) => {
			time += milliseconds;
		},
		/** How often an account may go on, at most so many times. */
		times(account: string, most = 100): number {
			for (let n = 0; n < most; n += 1) if (!("at" in take(account))) return n;
			return most;
		},
	};
}

it("gives an account its share while others use little, and says when it may go on", () => {
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

it("takes back what was reserved and did not come", () => {
	const { take } = rig({ all: 100, account: 30 });
	const charges = [take("ada", 10), take("ada", 10), take("ada", 10)];
	expect(take("ada", 10)).toMatchObject({ isOwn: true });
	for (const charge of charges) if ("at" in charge) charge.amount = 1;
	expect(take("ada", 10)).toMatchObject({ amount: 10 });
});
