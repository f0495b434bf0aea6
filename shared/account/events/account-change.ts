import { z } from "zod";

/** The events of `GET /api/events` (P402). `linkIds` is null when more links changed than an event lists. */
export const accountChange = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("deliveries"), links: z.array(z.number().int()).nullable() }),
	z.object({ kind: z.literal("views"), links: z.array(z.number().int()).nullable() }),
	z.object({ kind: z.literal("health"), links: z.array(z.number().int()).nullable() }),
	z.object({ kind: z.literal("import") }),
	z.object({ kind: z.literal("subscription") }),
	z.object({ kind: z.literal("domains") }),
	z.object({ kind: z.literal("keys") }),
	z.object({ kind: z.literal("webhooks") }),
]);
export type AccountChange = z.infer<typeof accountChange>;
