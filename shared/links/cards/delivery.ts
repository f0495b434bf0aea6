import { z } from "zod";
import { viewStats } from "../../public/views/view-stats.ts";
import { CARD_TARGETS } from "./card-targets.ts";

/** That a platform has fetched a version of a card: its page or its image. */
export const delivery = z.object({
	/** The fetcher's word: `whatsapp`. */
	platform: z.string(),
	version: z.number().int(),
	kind: z.enum(["page", "picture"]),
	firstAt: z.iso.datetime(),
	lastAt: z.iso.datetime(),
});
export type Delivery = z.infer<typeof delivery>;

/** Answer of `GET /api/links/{id}/deliveries`. */
export const linkDeliveries = z.object({
	/** The card's present version. */
	version: z.number().int(),
	/** What each target is given: the version in which its card last changed (P292), and whether its image is one of ours. */
	targets: z.record(z.enum(CARD_TARGETS), z.object({ version: z.number().int(), hasOwnImage: z.boolean() })),
	/** The link's views, as fresh as the fetches. */
	views: viewStats,
	deliveries: z.array(delivery),
});
export type LinkDeliveries = z.infer<typeof linkDeliveries>;

/** Answer of `GET /api/deliveries`: the newest of each of one's links that has any. */
export const latestDeliveries = z.array(delivery.extend({ linkId: z.number().int() }));
export type LatestDelivery = z.infer<typeof latestDeliveries>[number];

/** Our own query parameter of an image's address: a signed tag that names the link and the version whose card shows it. */
export const IMAGE_TAG = "l";
