import type { PlanId } from "./plan.ts";
import { isPlanId } from "./plan-rules.ts";

/** How much of a server's disk an account's images may take (P244, P245). */
type ImageLimits = {
	/** Bytes of all stored originals together. */
	originalsBytes: number;
	/** New card images within one UTC day. */
	imagesPerDay: number;
};

const MB = 1024 * 1024;

const IMAGE_LIMITS: Record<PlanId, ImageLimits> = {
	starter: { originalsBytes: 200 * MB, imagesPerDay: 100 },
	basic: { originalsBytes: 1024 * MB, imagesPerDay: 200 },
	pro: { originalsBytes: 5 * 1024 * MB, imagesPerDay: 500 },
	// More than an import copies from pages in a day.
	enterprise: { originalsBytes: 25 * 1024 * MB, imagesPerDay: 10_000 },
};

/** The limits of a plan; without a plan, or with an unknown one, those of the smallest. */
export function imageLimits(planId: string | null | undefined): ImageLimits {
	return planId && isPlanId(planId) ? IMAGE_LIMITS[planId] : IMAGE_LIMITS.starter;
}
