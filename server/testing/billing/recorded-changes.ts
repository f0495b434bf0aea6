import { appendFileSync } from "node:fs";
import type { PaidPlan } from "#shared/billing/subscriptions/change-effect.ts";
import type { ClientSubscription, PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";

type Change = { situation: string; from: PaidPlan; to: PaidPlan; takenToday: number };
/** A change of plan: its preview, and what Stripe took, in cents. */
type RecordedChange = Change &
	({ subscription: ClientSubscription; preview: PlanChangePreview; takenNext: number } | { refusal: string });

/** Keeps a change for `npm run night -- billing:stories`, a line of JSON in the file that it names; in other runs, nothing. */
export function recordChange(change: RecordedChange): void {
	// biome-ignore lint/style/noProcessEnv: how a command passes a setting to its tests
	const file = process.env.RECORDED_CHANGES;
	if (file) appendFileSync(file, `${JSON.stringify(change)}\n`);
}
