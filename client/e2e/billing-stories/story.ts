import type { APIRequestContext, Page } from "@playwright/test";
import type { BuiltApp } from "../built-app.ts";
import { customerOf, listed } from "../stripe-sandbox.ts";

/** The person of one story. Their browser and their calls share one session. */
export type Customer = {
	page: Page;
	request: APIRequestContext;
	app: BuiltApp;
	/** What a command or a call answered last; null while the story is about the screen. */
	answer: string | null;
	/** An invoice's page that a step keeps for later. */
	invoicePage?: string;
};

export type Step = (customer: Customer) => Promise<unknown>;

/** What happens to a customer, and the sentence that they read at the end. */
export type Story = {
	name: string;
	/** The cause of surprise that it would show again (`causes.ts`). */
	cause?: number;
	steps: Step[];
	/** Read on the screen, or in what was answered last. `{end}` and the like are days that Stripe says: see `filledIn`. */
	sentence: string;
	/** What must not be read there. */
	never?: string[];
	/** What must not be read at any time while the sentence is waited for, which may then take as long as a slow Stripe. */
	neverMeanwhile?: string;
	/** Every amount that Stripe has taken by then, in cents, the first one first. */
	taken?: number[];
	/** The time zone of the reader. */
	zone?: string;
	/** It changes what all customers of the sandbox share, such as the delivery of events: no other story runs meanwhile. */
	isAlone?: boolean;
};

/** How long a screen may take to show its sentence, on a busy machine. */
const PATIENCE_MS = 30_000;
/** How long a change may take while every call to Stripe is slow. */
const SLOW_STRIPE_MS = 100_000;
const REREAD_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** Runs a story. @throws Error if its sentence can't be read, or anything else differs */
export async function tell(customer: Customer, story: Story): Promise<void> {
	const { steps, sentence, never = [], neverMeanwhile, taken } = story;
	for (const step of steps) await step(customer);
	await reads(customer, sentence, neverMeanwhile);
	for (const words of never) await isGone(customer, words);
	if (taken) {
		const amounts = await takenFrom(customer);
		if (String(amounts) !== String(taken)) throw new Error(`Stripe took ${amounts.join(", ") || "nothing"}`);
	}
}

/** Waits for old text to disappear while a screen is read again; a toast stays longer than that. */
async function isGone(customer: Customer, words: string): Promise<void> {
	const until = Date.now() + REREAD_MS;
	while ((await textOf(customer)).includes(words)) {
		if (Date.now() > until) throw new Error(`"${words}" is read`);
		await customer.page.waitForTimeout(LOOK_EVERY_MS);
	}
}

/** Waits until a sentence is read, before which `neverMeanwhile` must not be. @throws Error with what is read instead */
export async function reads(customer: Customer, sentence: string, neverMeanwhile?: string): Promise<void> {
	const words = await filledIn(customer, sentence);
	const until = Date.now() + (neverMeanwhile ? SLOW_STRIPE_MS : PATIENCE_MS);
	let text = await textOf(customer);
	while (!text.includes(words)) {
		if (neverMeanwhile && text.includes(neverMeanwhile)) throw new Error(`"${neverMeanwhile}" is read`);
		if (Date.now() > until) throw new Error(`"${words}" isn't read in: ${text.slice(0, 600)}`);
		await customer.page.waitForTimeout(LOOK_EVERY_MS);
		text = await textOf(customer);
	}
}

/** All that is read, its white space as single spaces. */
async function textOf({ page, answer }: Customer): Promise<string> {
	if (answer !== null) return answer.replaceAll(/\s+/g, " ");
	const body = page.locator("body");
	// biome-ignore lint/performance/useDomNodeTextContent: the words as they are laid out; between two pages there are none
	const text = await body.innerText().catch(() => "");
	return text.replaceAll(/\s+/g, " ");
}

type Subscription = {
	status: string;
	created: number;
	cancel_at: number | null;
	items: { data: { current_period_end: number }[] };
};
type Invoice = { status: string; created: number; amount_paid: number };

/** Every amount that Stripe has taken, the first one first. */
export async function takenFrom({ request }: Customer): Promise<number[]> {
	const invoices = await invoicesOf(request);
	return invoices.flatMap(({ amount_paid: paid }) => (paid > 0 ? [paid] : [])).reverse();
}

async function invoicesOf(request: APIRequestContext): Promise<Invoice[]> {
	return await listed<Invoice>(request, `/v1/invoices?customer=${await customerOf(request)}&limit=100`);
}

async function filledIn({ request, page }: Customer, sentence: string): Promise<string> {
	if (!sentence.includes("{")) return sentence;
	const customer = await customerOf(request);
	const all = await listed<Subscription>(request, `/v1/subscriptions?customer=${customer}&status=all`);
	const live = all.filter(({ status }) => status !== "canceled");
	const first = live.at(-1);
	const newest = live[0];
	if (!first || !newest) throw new Error("Stripe has no subscription to take the days of.");
	const open = (await invoicesOf(request)).find(({ status }) => status === "open");
	const renewal = first.items.data[0]?.current_period_end ?? 0;
	const days: Record<string, number> = {
		renewal,
		end: first.cancel_at ?? renewal,
		since: newest.created,
		failed: open?.created ?? 0,
	};
	const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
	const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone });
	const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone });
	return sentence
		.replace("{weekday}", weekday.format((days.end ?? 0) * 1000))
		.replaceAll(/\{(\w+)\}/g, (_all, name: string) => format.format((days[name] ?? 0) * 1000));
}
