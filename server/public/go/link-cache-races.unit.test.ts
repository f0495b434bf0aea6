import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds, say } from "#server/testing/app/torture.ts";
import { createLinkCache } from "./link-cache.ts";

type Stored = { version: number };
type Load = { seen: Stored | undefined; deliver: (link: Stored) => void };
type Step = { kind: "get" | "commit" | "reply" | "read" | "deliver" | "pass"; which: number };

const step: fc.Arbitrary<Step> = fc.record({
	kind: fc.constantFrom("get", "get", "commit", "reply", "read", "deliver", "deliver", "pass"),
	which: fc.nat({ max: 5 }),
});
const RUNS = rounds({ long: 10_000, short: 300 });

test("whoever asks after a change was answered never sees what was before (A22)", async () => {
	await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), play), { numRuns: RUNS });
	say(`A22: ${RUNS} interleavings of look-ups and changes: 0 stale after the reply`);
});

/**
 * Plays these steps: someone asks; a change is committed; its owner is answered; a look-up under way reads the row;
 * its result arrives; time passes. In any order, several look-ups at a time.
 */
async function play(steps: Step[]): Promise<void> {
	let at = 0;
	let stored: Stored = { version: 1 };
	let answered = 1;
	const loads: Load[] = [];
	const wrong: string[] = [];
	const asked: Promise<void>[] = [];
	const cache = createLinkCache<Stored>({
		now: () => at,
		maxEntries: 10,
		load: () => new Promise((deliver) => loads.push({ seen: undefined, deliver })),
	});
	cache.isSubscribed(true);

	const ask = () => {
		const least = answered;
		const got = Promise.resolve(cache.get("ada", "link"));
		asked.push(
			got.then((link) => {
				if ((link?.version ?? 0) < least) wrong.push(`${link?.version} after ${least}`);
			}),
		);
	};
	const read = (load: Load) => {
		load.seen ??= stored;
		return load.seen;
	};
	const play: Record<Step["kind"], (which: number) => void> = {
		get: ask,
		commit: () => {
			stored = { version: stored.version + 1 };
		},
		reply: () => {
			cache.invalidate("Ada", "Link");
			answered = stored.version;
		},
		read: (which) => {
			const load = loads[which % Math.max(1, loads.length)];
			if (load) read(load);
		},
		deliver: (which) => {
			const [load] = loads.splice(which % Math.max(1, loads.length), 1);
			load?.deliver(read(load));
		},
		pass: (which) => {
			at += which * 20_000;
		},
	};
	for (const { kind, which } of steps) {
		play[kind](which);
		await Promise.resolve();
	}
	while (loads.length > 0) {
		play.deliver(0);
		await Promise.resolve();
	}
	await Promise.all(asked);
	expect(wrong).toEqual([]);
}
