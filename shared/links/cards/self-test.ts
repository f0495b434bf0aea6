import { z } from "zod";

export const finding = z.object({ level: z.enum(["warn", "fail"]), text: z.string(), mend: z.string() });
export type Finding = z.infer<typeof finding>;

export const selfTest = z.object({
	took: z.number().int(),
	/** One per fetcher tested; without findings the fetcher gets the right card. */
	results: z.array(z.object({ fetcher: z.string(), findings: z.array(finding) })),
});
export type SelfTest = z.infer<typeof selfTest>;
