import type { Plan } from "#shared/billing/plans/plan.ts";

/** What the build was made with (`define` in `vite.config.ts`): pre-rendered pages have their plans and prices by it. */
declare const __PLANS__: Plan[];

/** The plans as the build knows them, smallest first. */
export const PLANS_AS_BUILT: readonly Plan[] = typeof __PLANS__ === "undefined" ? [] : __PLANS__;
