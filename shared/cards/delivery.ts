import { z } from "zod";

/** That a platform has fetched a version of a card: its page or its picture. */
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
	deliveries: z.array(delivery),
});
export type LinkDeliveries = z.infer<typeof linkDeliveries>;

/** Answer of `GET /api/deliveries`: the newest of each of one's links that has any. */
export const latestDeliveries = z.array(delivery.extend({ linkId: z.number().int() }));
export type LatestDelivery = z.infer<typeof latestDeliveries>[number];

/** Our own query parameter of a picture's address: a signed tag that names the link and the version whose card shows it. */
export const PICTURE_TAG = "l";
