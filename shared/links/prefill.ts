import { z } from "zod";
import { cleanedBy } from "../platform/plain-text.ts";
import { addressField, INVALID_TARGET } from "./field-schemas.ts";
import { withScheme } from "./target-url.ts";

/** Most images that a page is asked for. */
export const PREFILL_IMAGES = 6;

/** Why a page said nothing of itself: what stood in its place. */
export const BLOCKS = ["consent", "login", "challenge", "denied"] as const;
export type Block = (typeof BLOCKS)[number];

const address = z.preprocess(cleanedBy(withScheme), addressField(INVALID_TARGET));

/** Body of `POST /api/links/prefill` and `POST /api/links/image`. */
export const addressToRead = z.object({ url: address });

/** Answer of `POST /api/links/prefill`: what a page says of itself, "" where it says nothing. */
export const prefill = z.object({
	title: z.string(),
	description: z.string(),
	/** Whole addresses of images elsewhere, the best first; none was looked at. */
	pictures: z.array(z.string()).max(PREFILL_IMAGES),
	siteName: z.string(),
	/** Where the page was found, after redirects. */
	finalUrl: z.string(),
	/** There where something else than the page was found; all texts are "" then. */
	blocked: z.enum(BLOCKS).optional(),
});
export type Prefill = z.infer<typeof prefill>;

/** Answer of `POST /api/links/image` and of `POST /api/links/image`: an image of ours, as `imageUrl` of a link. */
export const copiedImage = z.object({ imageUrl: z.string() });
export type CopiedImage = z.infer<typeof copiedImage>;
