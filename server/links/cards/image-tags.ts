import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

type Shown = { id: number; cardVersion: number };
type Named = { linkId: number; version: number };

const MAC_BYTES = 10;
const NAME_BYTES = 8;
const TAG = /^[\w-]{24}$/;

export type ImageTags = ReturnType<typeof createImageTags>;

/**
 * Signed tags in image URLs attribute an image fetch to a card (P138, P246); each is valid for one image.
 * @param sessionSecret derives the keys, so all processes read each other's tags
 */
export function createImageTags({ sessionSecret }: { sessionSecret: string }) {
	const keyFor = (use: string) => Buffer.from(hkdfSync("sha256", sessionSecret, "", `picture tag: ${use}`, 32));
	const [signing, hiding] = [keyFor("signing"), keyFor("hiding")];
	const known = new WeakMap<Shown, Map<string, string>>();

	const signatureOf = (name: Buffer, imageUrl: string) =>
		createHmac("sha256", signing).update(name).update(imageUrl).digest().subarray(0, MAC_BYTES);
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
		 * The tag of an image in this link's card, 24 characters, memoized per link object, image and version.
		 * @param cardVersion the version of the card, if not the link's newest (P292)
		 */
		sign(link: Shown, imageUrl: string, cardVersion = link.cardVersion): string {
			const ofLink = known.get(link) ?? new Map<string, string>();
			const key = `${cardVersion} ${imageUrl}`;
			const tag = ofLink.get(key) ?? make({ id: link.id, cardVersion }, imageUrl);
			known.set(link, ofLink.set(key, tag));
			return tag;
		},

		/** The link and version of a tag; null unless it was signed for this image. */
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
