/**
 * From the smallest plan to the largest: the order is the rank (starter 0 ... enterprise 3).
 * Kept apart from the zod schemas, so that the landing page's script carries no validator.
 */
export const PLAN_IDS = ["starter", "basic", "pro", "enterprise"] as const;
