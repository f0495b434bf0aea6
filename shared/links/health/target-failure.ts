import { z } from "zod";

/** What a target that is gone answers, three times within a day (P683). */
export const TARGET_FAILURES = ["404", "410", "no-such-name", "refused", "expired"] as const;
export type TargetFailure = (typeof TARGET_FAILURES)[number];

/** A link's target that is gone, or checks that are off; absent from answers otherwise. */
export const targetState = z.object({
	goneSince: z.iso.datetime().nullable(),
	failure: z.enum(TARGET_FAILURES).nullable(),
	checkedAt: z.iso.datetime().nullable(),
	isOff: z.boolean(),
});
export type TargetState = z.infer<typeof targetState>;
