import { z } from "zod";

/**
 * What `GET /api/events` says of an account (P402): platforms have fetched the cards of these links, or these links have
 * new views, null for more than one event names; its import has got on, or the
 * outcome of a change of its subscription may be known.
 */
export const accountChange = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("deliveries"), links: z.array(z.number().int()).nullable() }),
	z.object({ kind: z.literal("views"), links: z.array(z.number().int()).nullable() }),
	z.object({ kind: z.literal("import") }),
	z.object({ kind: z.literal("subscription") }),
]);
export type AccountChange = z.infer<typeof accountChange>;
