import type { Logger } from "pino";
import { Gauge } from "prom-client";
import Stripe from "stripe";
import type { Problems } from "#server/platform/http/health.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import type { PlanPrices } from "./plan-prices.ts";
import type { StripeAnswer } from "./stripe-client.ts";

const AGAIN_MS = 30_000;
/** How soon wrong prices or a bad key are noticed; a refused call is noticed at once. */
const WATCH_MS = 5 * 60_000;
const REFUSED = 401;

type Options = {
	prices: Pick<PlanPrices, "problems">;
	/** Subscribes to all of Stripe's answers, because they show that a key is refused. */
	onAnswer: (listener: (answer: StripeAnswer) => void) => void;
	log: Logger;
};

/**
 * Wrong prices or a refused key at startup make `/readyz` 503, to stop a rollout; later ones only alert, since links
 * work.
 */
export function createPriceCheck({ prices, onAnswer, log }: Options) {
	let found: string[] = [];
	let wasGood = false;
	let isChecking = false;
	const { start, stop, wake } = repeat({
		everyMs: AGAIN_MS,
		async work() {
			isChecking = true;
			found = await check().finally(() => {
				isChecking = false;
			});
			wasGood ||= found.length === 0;
			return found.length === 0 ? WATCH_MS : AGAIN_MS;
		},
		failed: (error) => log.warn({ err: error }, "Stripe's prices could not be checked; they will be"),
	});

	async function check(): Promise<string[]> {
		try {
			const problems = await prices.problems();
			const message = "Stripe's prices are not the catalogue's: run \"npm run operator -- stripe-setup\"";
			if (problems.length > 0) log.fatal({ alert: "prices", problems }, message);
			return problems;
		} catch (error) {
			const refused = refusalOf(error);
			log.fatal({ alert: "stripe_key" }, refused);
			return [refused];
		}
	}

	onAnswer(({ status }) => {
		// The check itself receives it anyway.
		if (status === REFUSED && !isChecking && found.length === 0) wake();
	});

	const metrics = new PartRegistry("stripe");
	new Gauge({
		name: "visualink_stripe_misconfigured",
		help: "Whether Stripe refuses the key, or its prices are not the catalogue's",
		registers: [metrics],
		collect() {
			this.set(Number(found.length > 0));
		},
	});

	return {
		problems: (): Problems => ({ found, sinceStart: !wasGood }),
		metrics,
		start,
		stop,
	};
}

/** Replaces Stripe's own message, which may contain part of the key. @throws every other error. */
function refusalOf(error: unknown): string {
	if (error instanceof Stripe.errors.StripeAuthenticationError) {
		return "STRIPE_SECRET_KEY: Stripe refuses this key; use a valid one from its dashboard, under Developers, API keys";
	}
	if (error instanceof Stripe.errors.StripePermissionError) {
		return "STRIPE_SECRET_KEY: this restricted key may not read prices; let it write all that docs/operating.md, section 4, names";
	}
	throw error;
}
