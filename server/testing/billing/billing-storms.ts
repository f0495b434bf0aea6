import { type BillingApp, settled, userOf } from "./billing.ts";
import { liveThrough, type Story } from "./billing-sequences.ts";
import { copyOf, truthOf } from "./billing-truth.ts";

/** How a copy differs from Stripe's truth; null when it does not. */
export async function difference({ app, email }: Story): Promise<string | null> {
	const user = await userOf(app, email);
	const copy = JSON.stringify(await copyOf(app, user.id));
	const truth = JSON.stringify(await truthOf(app, user.stripeCustomerId ?? ""));
	return copy === truth ? null : `rows ${copy}\nStripe ${truth}`;
}

/** Stories that go on at the same time, each with deliveries of its own. */
const AT_ONCE = 8;

/**
 * Lives through stories, eight at a time, while their events arrive shuffled, doubled and in parallel, and Stripe's
 * answers up to `jitterMs` late; answers when the storm is over and everything has been worked off.
 */
export async function stormy(
	app: BillingApp,
	stories: { name: string; email: string }[],
	{ jitterMs }: { jitterMs: number },
): Promise<{ name: string; story: Story }[]> {
	app.sandbox?.webhooks.faults({ copies: 2, jitterMs });
	app.proxy.breakWith(() => ({ kind: "jitter", ms: jitterMs }));
	const told: { name: string; story: Story }[] = [];
	const waiting = [...stories];
	const work = async () => {
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			told.push({ name: next.name, story: await liveThrough(app, next.name, next.email) });
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	await app.sandbox?.webhooks.idle();
	await calm(app);
	return told;
}

/** The sandbox and the proxy behave again, and everything under way has arrived. */
export async function calm(app: BillingApp): Promise<void> {
	app.sandbox?.webhooks.faults({});
	app.proxy.breakWith(null);
	await settled(app);
}
