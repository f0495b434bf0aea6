import { expect, it } from "vitest";
import type { WaitingEndpoint } from "./due-deliveries.ts";
import { createEndpointRounds } from "./endpoint-rounds.ts";

const endpoints = [3, 5, 8, 13, 21].map((id) => ({ id }) as WaitingEndpoint);
const roundsOf = (atOnce: number) =>
	createEndpointRounds({
		read: async (after, atMost) => endpoints.filter(({ id }) => id > after).slice(0, atMost),
		atOnce,
	});

it("goes through all endpoints, some at a time, and waits for the first due one at the end of a round (P664)", async () => {
	const rounds = roundsOf(2);
	for (let n = 0; n < 2; n += 1) {
		expect((await rounds.next()).map(({ id }) => id)).toEqual([3, 5]);
		expect(rounds.done(900)).toBeNull();
		expect((await rounds.next()).map(({ id }) => id)).toEqual([8, 13]);
		expect(rounds.done(500)).toBeNull();
		expect((await rounds.next()).map(({ id }) => id)).toEqual([21]);
		expect(rounds.done(700)).toEqual({ dueAt: 500, ids: new Set([3, 5, 8, 13, 21]) });
	}
});

it.each([
	["woken within a round", (rounds: ReturnType<typeof roundsOf>) => rounds.wake()],
	["run that failed", (rounds: ReturnType<typeof roundsOf>) => rounds.next()],
])("begins another round at once after one that was %s (P664)", async (_what, disturb) => {
	const rounds = roundsOf(4);
	await rounds.next();
	expect(rounds.done(900)).toBeNull();
	await disturb(rounds);
	expect((await rest(rounds)).dueAt).toBe(0);
	expect((await rest(rounds)).dueAt).toBe(900);
});

/** The end of a round. */
async function rest(rounds: ReturnType<typeof roundsOf>) {
	for (;;) {
		await rounds.next();
		const round = rounds.done(900);
		if (round) return round;
	}
}
