import pino from "pino";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lookupKey, OFFERS, priceInCents } from "#server/billing/plans/plan-catalog.ts";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { createPlanPrices, offerOfPrice } from "./plan-prices.ts";
import { createPriceCheck } from "./price-check.ts";
import type { StripeAnswer } from "./stripe-client.ts";

const MINUTE_MS = 60_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The catalogue as Stripe tells it, with one price changed, or without it. */
function catalogue(changes: Record<string, object | null> = {}): Stripe.Price[] {
	return OFFERS.flatMap((offer) => {
		const key = lookupKey(offer);
		if (changes[key] === null) return [];
		const right = {
			id: `price_${key}`,
			lookup_key: key,
			currency: "eur",
			unit_amount: priceInCents(offer),
			recurring: { interval: offer.isAnnual ? "year" : "month", interval_count: 1 },
			metadata: {},
		};
		return [{ ...right, ...changes[key] } as unknown as Stripe.Price];
	});
}

function rig() {
	const state = { prices: catalogue() };
	const fake = fakeStripe({ "prices.list": () => state.prices });
	return { ...fake, state, prices: createPlanPrices({ stripe: fake.stripe, now: () => new Date() }) };
}

const PRO = { planId: "pro", isAnnual: false } as const;

describe("Stripe's prices", () => {
	it("are found by their lookup keys", async () => {
		const { prices, named } = rig();
		for (const offer of OFFERS) expect((await prices.priceOf(offer)).id).toBe(`price_${lookupKey(offer)}`);
		const keys = OFFERS.map(lookupKey);
		expect(named("prices.list")).toEqual([[{ lookup_keys: keys, active: true, limit: 100 }, expect.anything()]]);
	});

	it("are asked for anew by who looks for problems, as what is known may be old", async () => {
		const { prices, state } = rig();
		expect(await prices.problems()).toEqual([]);
		state.prices = catalogue({ pro_monthly: null });
		expect(await prices.problems()).toEqual(["there is no active price pro_monthly"]);
	});

	it.each([
		["of another amount", { unit_amount: 1 }, "pro_monthly costs 1 cents, not 1999"],
		["in another currency", { currency: "usd" }, "pro_monthly is in usd, not eur"],
		[
			"of another interval",
			{ recurring: { interval: "year", interval_count: 1 } },
			"pro_monthly is not paid every month",
		],
		[
			"of every other month",
			{ recurring: { interval: "month", interval_count: 2 } },
			"pro_monthly is not paid every month",
		],
		["paid once", { recurring: null }, "pro_monthly is not paid every month"],
		["that is not there", null, "there is no active price pro_monthly"],
	])("are not sold where there is one %s", async (_case, change, problem) => {
		const { prices, state } = rig();
		state.prices = catalogue({ pro_monthly: change });
		expect(await prices.problems()).toEqual([problem]);
		await expect(prices.priceOf(PRO)).rejects.toMatchObject({
			kind: "upstream",
			message: "This plan cannot be bought right now. Please try again later.",
			cause: { message: `Run "npm run operator -- stripe-setup": ${problem}` },
		});
		expect((await prices.priceOf({ planId: "pro", isAnnual: true })).id).toBe("price_pro_yearly");
	});

	it("are asked for again after five minutes, and at once while one is wrong", async () => {
		const { prices, state, named } = rig();
		state.prices = catalogue({ pro_yearly: { recurring: null } });
		expect(await prices.problems()).toEqual(["pro_yearly is not paid every year"]);
		state.prices = catalogue();
		expect(await prices.problems()).toEqual([]);
		expect(named("prices.list")).toHaveLength(2);
		vi.advanceTimersByTime(5 * MINUTE_MS - 1);
		await prices.priceOf(PRO);
		expect(named("prices.list")).toHaveLength(2);
		vi.advanceTimersByTime(1);
		await prices.priceOf(PRO);
		expect(named("prices.list")).toHaveLength(3);
	});
});

it.each([
	["its lookup key", { lookup_key: "pro_yearly", metadata: {} }, { planId: "pro", isAnnual: true }],
	[
		"its plan, once it was replaced",
		{ lookup_key: null, metadata: { planId: "basic" }, recurring: { interval: "month" } },
		{ planId: "basic", isAnnual: false },
	],
	[
		"its plan and interval, once it was replaced",
		{ lookup_key: null, metadata: { planId: "basic" }, recurring: { interval: "year" } },
		{ planId: "basic", isAnnual: true },
	],
	[
		"its plan, paid once",
		{ lookup_key: null, metadata: { planId: "basic" }, recurring: null },
		{ planId: "basic", isAnnual: false },
	],
	[
		"its product, when somebody made it by hand",
		{ metadata: {}, product: "prod_pro", recurring: { interval: "month", interval_count: 1 } },
		{ planId: "pro", isAnnual: false },
	],
	[
		"its product, which is told in full, when it is for twelve months",
		{ metadata: {}, product: { id: "prod_pro_yearly" }, recurring: { interval: "month", interval_count: 12 } },
		{ planId: "pro", isAnnual: true },
	],
	["nothing, when it is another's", { lookup_key: "gold_yearly", metadata: { planId: "gold" } }, null],
	["nothing, when it says nothing", { lookup_key: null, metadata: {} }, null],
])("a price is told by %s", (_case, price, offer) => {
	expect(offerOfPrice({ product: "prod_another", ...price } as unknown as Stripe.Price)).toEqual(offer);
});

describe("the check of prices", () => {
	function checkRig(problems: () => Promise<string[]>) {
		const said: { level: number; msg: string; alert?: string; problems?: string[] }[] = [];
		const log = pino({ level: "warn" }, { write: (line: string) => void said.push(JSON.parse(line)) });
		const asked = vi.fn(problems);
		const answered: ((answer: StripeAnswer) => void)[] = [];
		const check = createPriceCheck({ prices: { problems: asked }, onAnswer: (hear) => answered.push(hear), log });
		const hear = (status: number) => {
			for (const each of answered) each({ status, elapsed: 1 });
		};
		return { check, said, asked, hear };
	}
	const turn = () => vi.advanceTimersByTimeAsync(0);

	it("looks again every five minutes once they agree; what goes wrong then is no reason to stop a roll-out", async () => {
		let found: string[] = [];
		const { check, said, asked } = checkRig(async () => found);
		expect(check.problems()).toEqual({ found: [], sinceStart: true });
		check.start();
		await turn();
		expect([check.problems(), said]).toEqual([{ found: [], sinceStart: false }, []]);
		found = ["a price is wrong"];
		await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1);
		expect(asked).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(check.problems()).toEqual({ found, sinceStart: false });
		expect(said).toMatchObject([{ level: 60, alert: "prices", problems: found }]);
	});

	it("looks at once when Stripe refuses a call for its key, and not over and over", async () => {
		let isRefused = false;
		const { check, said, asked, hear } = checkRig(async () => {
			if (!isRefused) return [];
			hear(401);
			throw new Stripe.errors.StripeAuthenticationError({ message: "no", type: "api_error" });
		});
		check.start();
		await turn();
		hear(200);
		hear(402);
		await turn();
		expect(asked).toHaveBeenCalledTimes(1);
		isRefused = true;
		hear(401);
		await turn();
		hear(401);
		await turn();
		expect(asked).toHaveBeenCalledTimes(2);
		expect(check.problems()).toEqual({ found: [expect.stringContaining("refuses this key")], sinceStart: false });
		expect(said).toMatchObject([{ level: 60, alert: "stripe_key" }]);
	});

	it("alerts, tells what is wrong and asks again after 30 seconds until it is mended", async () => {
		let found = ["a price is wrong"];
		const { check, said, asked } = checkRig(async () => found);
		check.start();
		await turn();
		expect(check.problems()).toEqual({ found: ["a price is wrong"], sinceStart: true });
		expect(said).toMatchObject([{ level: 60, alert: "prices", problems: ["a price is wrong"] }]);
		expect(said[0]?.msg).toContain("npm run operator -- stripe-setup");
		found = [];
		await vi.advanceTimersByTimeAsync(29_999);
		expect(asked).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(check.problems()).toEqual({ found: [], sinceStart: false });
	});

	it.each([
		[
			"refuses",
			new Stripe.errors.StripeAuthenticationError({ message: "Invalid API Key: sk_live_***x", type: "api_error" }),
			"refuses this key",
		],
		[
			"limits too much",
			new Stripe.errors.StripePermissionError({ message: "rak_***x", type: "api_error" }),
			"may not read prices",
		],
	])(
		"a key that Stripe %s is an alert and a problem until it is mended, without the key",
		async (_what, error, words) => {
			let isRefused = true;
			const { check, said } = checkRig(async () => {
				if (isRefused) throw error;
				return [];
			});
			check.start();
			await turn();
			expect(check.problems()).toEqual({ found: [expect.stringContaining(words)], sinceStart: true });
			expect(said).toMatchObject([{ level: 60, alert: "stripe_key", msg: expect.stringContaining(words) }]);
			expect(JSON.stringify([said, check.problems()])).not.toContain("***");
			isRefused = false;
			await vi.advanceTimersByTimeAsync(30_000);
			expect(check.problems()).toEqual({ found: [], sinceStart: false });
		},
	);

	it("takes Stripe being away for no difference, and asks again", async () => {
		let isUnavailable = true;
		const { check, said, asked } = checkRig(async () => {
			if (isUnavailable) throw new Error("away");
			return [];
		});
		check.start();
		await turn();
		expect(check.problems()).toEqual({ found: [], sinceStart: true });
		expect(said).toMatchObject([{ level: 40, msg: "Stripe's prices could not be checked; they will be" }]);
		isUnavailable = false;
		await vi.advanceTimersByTimeAsync(30_000);
		expect([asked.mock.calls.length, check.problems().sinceStart]).toEqual([2, false]);
	});
});
