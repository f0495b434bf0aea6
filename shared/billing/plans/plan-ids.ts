/** Smallest to largest: the order is the rank. Without zod, which would enter the landing page's script. */
export const PLAN_IDS = ["starter", "basic", "pro", "enterprise"] as const;
