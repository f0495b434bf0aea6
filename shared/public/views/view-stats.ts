import { z } from "zod";

/** Answer of the stats calls; total = human + bot, always. */
export const viewStats = z.object({
	total: z.number().int(),
	human: z.number().int(),
	bot: z.number().int(),
});
export type ViewStats = z.infer<typeof viewStats>;
