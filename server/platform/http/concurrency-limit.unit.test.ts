import { EventEmitter } from "node:events";
import { setImmediate as nextLoop } from "node:timers/promises";
import type { Request, Response } from "express";
import { expect, test } from "vitest";
import { concurrencyLimit } from "./concurrency-limit.ts";

/** What was begun, and how to ask and to close. */
function rig(permits: number) {
	const begun: string[] = [];
	const lookedUp: string[] = [];
	const lookUpAgain = async ({ user }: Request) => {
		lookedUp.push(user?.id ?? "");
		if (isSignedOut) throw new Error("signed out");
	};
	let isSignedOut = false;
	const limit = concurrencyLimit(permits, lookUpAgain);
	return {
		begun,
		lookedUp,
		signOut: () => {
			isSignedOut = true;
		},
		async ask(name: string, user: string | null = "ada") {
			const res = Object.assign(new EventEmitter(), { closed: false });
			const req = user === null ? {} : { user: { id: user } };
			limit(
				req as Request,
				res as unknown as Response,
				(error?: unknown) => void begun.push(error ? `${name}: ${error}` : name),
			);
			await nextLoop();
			return async () => {
				res.closed = true;
				res.emit("close");
				await nextLoop();
			};
		},
	};
}

test("so many of one account are begun at once; each that ends lets the next one begin", async () => {
	const { begun, ask } = rig(2);
	const close = await ask("1");
	for (const name of ["2", "3", "4"]) await ask(name);
	expect(begun).toEqual(["1", "2"]);
	await close();
	expect(begun).toEqual(["1", "2", "3"]);
});

test("other accounts have their own permits, and visitors have no limit", async () => {
	const { begun, ask } = rig(1);
	for (const name of ["1", "2"]) await ask(name);
	await ask("grace", "grace");
	for (const name of ["visitor1", "visitor2"]) await ask(name, null);
	expect(begun).toEqual(["1", "grace", "visitor1", "visitor2"]);
});

test("what has left while it waited is never begun, and keeps no permit", async () => {
	const { begun, ask } = rig(1);
	const closeFirst = await ask("1");
	const closeSecond = await ask("2");
	await ask("3");
	await closeSecond();
	await closeFirst();
	expect(begun).toEqual(["1", "3"]);
});

test("an account that comes back has all of its permits again", async () => {
	const { begun, ask } = rig(1);
	for (const name of ["1", "2"]) await (await ask(name))();
	await ask("3");
	expect(begun).toEqual(["1", "2", "3"]);
});

test("what has waited is looked up again before it begins, and what has not is not (P471)", async () => {
	const { begun, lookedUp, signOut, ask } = rig(1);
	const closes = [await ask("1"), await ask("2"), await ask("3")];
	await closes[0]?.();
	expect([begun, lookedUp]).toEqual([["1", "2"], ["ada"]]);
	signOut();
	await closes[1]?.();
	expect(begun).toEqual(["1", "2", "3: Error: signed out"]);
});
