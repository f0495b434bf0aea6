import { z } from "zod";

export const versionInfo = z.object({
	major: z.number().int(),
	minor: z.number().int(),
	patch: z.number().int(),
	release: z.string(),
});
export type VersionInfo = z.infer<typeof versionInfo>;
