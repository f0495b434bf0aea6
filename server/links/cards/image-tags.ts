import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Whose card shows an image, and in which version. */
type Shown = { id: number; cardVersion: number };
type Named = { linkId: number; version: number };

const MAC_BYTES = 10;
const NAME_BYTES = 8;
const TAG = /^[\w-]{24}$/;

export type ImageTags = ReturnType<typeof createImageTags>;

/**
 * The tags in the addresses of images, by which a fetch of an image counts for its card (P138, P246). A tag names link
 * and version, unreadably for others, and is signed for the one image in whose address it is.
 * @param sessionSecret the keys are derived from it: all processes read each other's tags, and none of an earlier secret
 */
export function createImageTags({ sessionSecret }: { sessionSecret: string }) {
	const keyFor = (use: string) => Buffer.from(hkdfSync("sha256", sessionSecret, "", `picture tag: ${use}`, 32));
	const [signing, hiding] = [keyFor("signing"), keyFor("hiding")];
	/** By the link as the cache of links remembers it. */
	const known = new WeakMap<Shown, Map<string, string>>();

	const signatureOf = (name: Buffer, imageUrl: string) =>
		createHmac("sha256", signing).update(name).update(imageUrl).digest().subarray(0, MAC_BYTES);
	/** Hides a name, or shows a hidden one. */
	function hidden(name: Buffer, signature: Buffer): Buffer {
		const mask = createHmac("sha256", hiding).update(signature).digest();
		return Buffer.from(name.map((byte, at) => byte ^ (mask[at] ?? 0)));
	}

	function make({ id, cardVersion }: Shown, imageUrl: string): string {
		const name = Buffer.alloc(NAME_BYTES);
		name.writeUInt32BE(id, 0);
		name.writeUInt32BE(cardVersion, 4);
		const signature = signatureOf(name, imageUrl);
		return Buffer.concat([signature, hidden(name, signature)]).toString("base64url");
	}

	return {
		/**
		 * The tag of an image of ours in this link's card, 24 characters; made once for each link object, image and version.
		 * @param cardVersion of the card that shows it, where that is not the link's newest (P292)
		 */
		sign(link: Shown, imageUrl: string, cardVersion = link.cardVersion): string {
			const ofLink = known.get(link) ?? new Map<string, string>();
			const key = `${cardVersion} ${imageUrl}`;
			const tag = ofLink.get(key) ?? make({ id: link.id, cardVersion }, imageUrl);
			known.set(link, ofLink.set(key, tag));
			return tag;
		},

		/** What a tag next to this image names; null unless it was signed here for this image. */
		read(tag: unknown, imageUrl: string): Named | null {
			if (typeof tag !== "string" || !TAG.test(tag)) return null;
			const bytes = Buffer.from(tag, "base64url");
			const signature = bytes.subarray(0, MAC_BYTES);
			const name = hidden(bytes.subarray(MAC_BYTES), signature);
			if (!timingSafeEqual(signature, signatureOf(name, imageUrl))) return null;
			return { linkId: name.readUInt32BE(0), version: name.readUInt32BE(4) };
		},
	};
}
