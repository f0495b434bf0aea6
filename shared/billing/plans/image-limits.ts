import type { PlanId } from "./plan.ts";
import { isPlanId } from "./plan-rules.ts";

/** Disk space and daily images of an account (P244, P245). */
type ImageLimits = {
	originalsBytes: number;
	imagesPerDay: number;
};

const MB = 1024 * 1024;

const IMAGE_LIMITS: Record<PlanId, ImageLimits> = {
	starter: { originalsBytes: 200 * MB, imagesPerDay: 100 },
	basic: { originalsBytes: 1024 * MB, imagesPerDay: 200 },
	pro: { originalsBytes: 5 * 1024 * MB, imagesPerDay: 500 },
	// More than an import copies in a day.
	enterprise: { originalsBytes: 25 * 1024 * MB, imagesPerDay: 10_000 },
};

/** The limits of a plan; without a known plan, those of the smallest. */
export function imageLimits(planId: string | null | undefined): ImageLimits {
	return planId && isPlanId(planId) ? IMAGE_LIMITS[planId] : IMAGE_LIMITS.starter;
}
