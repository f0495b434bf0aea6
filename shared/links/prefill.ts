import { z } from "zod";
import { cleanedBy } from "../platform/plain-text.ts";
import { addressField, INVALID_TARGET } from "./field-schemas.ts";
import { withScheme } from "./target-url.ts";

export const PREFILL_IMAGES = 6;

export const BLOCKS = ["consent", "login", "challenge", "denied"] as const;
export type Block = (typeof BLOCKS)[number];

const address = z.preprocess(cleanedBy(withScheme), addressField(INVALID_TARGET));

export const addressToRead = z.object({ url: address });

/** Answer of `POST /api/links/prefill`: what a page says about itself, "" if nothing. */
export const prefill = z.object({
	title: z.string(),
	description: z.string(),
	/** Absolute image addresses, best first; none has been loaded. */
	pictures: z.array(z.string()).max(PREFILL_IMAGES),
	siteName: z.string(),
	finalUrl: z.string(),
	/** Present if something other than the page was served; all texts are "" then. */
	blocked: z.enum(BLOCKS).optional(),
});
export type Prefill = z.infer<typeof prefill>;

export const copiedImage = z.object({ imageUrl: z.string() });
export type CopiedImage = z.infer<typeof copiedImage>;
