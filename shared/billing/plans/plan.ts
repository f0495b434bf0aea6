import { z } from "zod";
import { PLAN_IDS } from "./plan-ids.ts";

export const planId = z.enum(PLAN_IDS);
export type PlanId = z.infer<typeof planId>;

/** One row of `GET /api/plans`. Prices in euros per month, without VAT. */
export const plan = z.object({
	id: planId,
	name: z.string(),
	description: z.string(),
	image: z.string(),
	priceMonthly: z.union([z.number(), z.string()]),
	features: z.array(z.string()),
	popular: z.boolean(),
});
export type Plan = z.infer<typeof plan>;
