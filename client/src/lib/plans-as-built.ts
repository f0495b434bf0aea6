import type { Plan } from "#shared/billing/plans/plan.ts";

/** Set by the build (`define` in `vite.config.ts`): plans and prices of pre-rendered pages. */
declare const __PLANS__: Plan[];

export const PLANS_AS_BUILT: readonly Plan[] = typeof __PLANS__ === "undefined" ? [] : __PLANS__;
