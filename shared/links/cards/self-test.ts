import { z } from "zod";

/** What was found for one fetcher: each finding is one sentence, and what mends it. */
export const finding = z.object({ level: z.enum(["warn", "fail"]), text: z.string(), mend: z.string() });
export type Finding = z.infer<typeof finding>;

/** Answer of `POST /api/links/{id}/self-test`. */
export const selfTest = z.object({
	/** In milliseconds, all of it. */
	took: z.number().int(),
	/** One for each fetcher whose way was gone; without findings it gets the card as it should. */
	results: z.array(z.object({ fetcher: z.string(), findings: z.array(finding) })),
});
export type SelfTest = z.infer<typeof selfTest>;
