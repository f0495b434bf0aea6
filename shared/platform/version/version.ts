import { z } from "zod";

/** Answer of `GET /api/version`, shown as v{major}.{minor}.{patch}-{release}. */
export const versionInfo = z.object({
	major: z.number().int(),
	minor: z.number().int(),
	patch: z.number().int(),
	release: z.string(),
});
export type VersionInfo = z.infer<typeof versionInfo>;
