export type Measurement = {
	/** What it says about the product, as the help prints it. */
	does: string;
	file: string;
	needsChromium?: boolean;
};

/** At most twelve. One more has to take the place of another, whose last result then moves to docs/proving.md. */
export const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
	bench: { does: "/go against a bare node:http server, in one run", file: "server/testing/load/bench.ts" },
	neighbours: {
		does: "how much hostile accounts slow down visitors and an honest customer",
		file: "server/testing/load/neighbours.ts",
	},
	durability: {
		does: "kills and cut connections under load: no view is lost",
		file: "server/testing/durability/run.ts",
	},
	folds: {
		does: "kills while views are aggregated: each aggregate is that of its rows",
		file: "server/testing/durability/folds.ts",
	},
	charts: { does: "ten million views: how long each chart takes", file: "server/testing/analytics/measure.ts" },
	"billing:stories": {
		does: "each sentence about money is on its screen, and Stripe charges what it says",
		file: "client/e2e/billing-stories.ts",
		needsChromium: true,
	},
	contract: {
		does: "all that is exchanged with the sandbox fits the types of the Stripe SDK",
		file: "server/sandbox/contract/contract.command.ts",
	},
	fuzz: { does: "malformed input of every kind, and races", file: "server/testing/fuzz/fuzz.ts" },
	mutation: { does: "the tests catch small changes of the code", file: "server/testing/mutation/mutation.ts" },
	browsers: {
		does: "the main flows in Firefox, WebKitGTK and Chromium",
		file: "client/e2e/browsers.ts",
		needsChromium: true,
	},
	screenshots: {
		does: "every screen in its states, as files",
		file: "client/e2e/screenshots.ts",
		needsChromium: true,
	},
	guard: { does: "which impersonations and honest cards the guard flags", file: "server/testing/guard/run.ts" },
};

export type Order = { names: string[]; args: string[] };

/**
 * `npm run night -- bench charts` runs two, `npm run night -- bench --seconds 6` one with its own options, and without words
 * it runs all.
 * @returns null for anything else
 */
export function readOrder(words: string[]): Order | null {
	const other = words.findIndex((word) => !Object.hasOwn(MEASUREMENTS, word));
	const names = other < 0 ? words : words.slice(0, other);
	const args = words.slice(names.length);
	if (words.length === 0) return { names: Object.keys(MEASUREMENTS), args };
	return args.length === 0 || names.length === 1 ? { names, args } : null;
}

export type Outcome = { name: string; code: number | null; seconds: number };

/** The table at the end of a night: a line for each that was wanted, also for those that no longer ran. */
export function tableOf(names: string[], outcomes: Outcome[]): string[] {
	return names.map((name) => {
		const outcome = outcomes.find((each) => each.name === name);
		if (outcome === undefined) return `--- ${name.padEnd(16)} did not run`;
		const end = outcome.code === 0 ? "" : `  ended with ${outcome.code ?? "a signal"}`;
		return `${outcome.code === 0 ? "ok " : "RED"} ${name.padEnd(16)}${`${Math.round(outcome.seconds)} s`.padStart(8)}${end}`;
	});
}
