/**
 * From smallest to largest: the order is the rank. Apart from the zod schemas, to keep validators out of the landing
 * page's script.
 */
export const PLAN_IDS = ["starter", "basic", "pro", "enterprise"] as const;
