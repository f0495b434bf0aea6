import { z } from "zod";
import { viewStats } from "../../public/views/view-stats.ts";
import { CARD_TARGETS } from "./card-targets.ts";

export const delivery = z.object({
	platform: z.string(),
	version: z.number().int(),
	kind: z.enum(["page", "picture"]),
	firstAt: z.iso.datetime(),
	lastAt: z.iso.datetime(),
});
export type Delivery = z.infer<typeof delivery>;

export const linkDeliveries = z.object({
	version: z.number().int(),
	/** Per target: the version in which its card last changed (P292), and whether its image is an upload whose loads we see. */
	targets: z.record(z.enum(CARD_TARGETS), z.object({ version: z.number().int(), hasOwnImage: z.boolean() })),
	views: viewStats,
	deliveries: z.array(delivery),
});
export type LinkDeliveries = z.infer<typeof linkDeliveries>;

/** Answer of `GET /api/deliveries`: the newest delivery of each link that has any. */
export const latestDeliveries = z.array(delivery.extend({ linkId: z.number().int() }));
export type LatestDelivery = z.infer<typeof latestDeliveries>[number];

/** Query parameter of an image's address: a signed tag with the link and card version that show it. */
export const IMAGE_TAG = "l";
