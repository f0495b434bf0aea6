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

/** Our own query parameter of a picture's address: it names the link and the version whose card it stands in. */
export const PICTURE_TAG = "l";

/** The tag of a picture in a card, such as `12.3`. */
export function pictureTag(linkId: number, version: number): string {
	return `${linkId}.${version}`;
}

/** What a tag names; null for anything that is none. */
export function readPictureTag(tag: unknown): { linkId: number; version: number } | null {
	const [, linkId, version] = (typeof tag === "string" && /^([1-9]\d{0,8})\.([1-9]\d{0,8})$/.exec(tag)) || [];
	return linkId === undefined ? null : { linkId: Number(linkId), version: Number(version) };
}
