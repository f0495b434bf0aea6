import { duringTests } from "../app/during-tests.ts";
import { type BillingApp, startBillingApp } from "./billing.ts";

type Options = NonNullable<Parameters<typeof startBillingApp>[0]>;

/** As `useTestApp`, and its calls to Stripe go through a proxy that can break (`startBillingApp`). */
export function useBillingApp(options: Options = {}): BillingApp {
	return duringTests("billing app", () => startBillingApp(options));
}
