import { z } from "zod";
import { IMAGE_SIZE } from "../../../links/images/image-file.ts";
import { addressToRead, BLOCKS, PREFILL_IMAGES } from "../../../links/prefill.ts";
import { apiRoute, asJson } from "../api-route.ts";

const url = asJson(addressToRead.shape.url, { type: "string", format: "uri", examples: ["https://example.com/"] });

/** An image that a link or a card can show; it is deleted if none shows it within a day. */
const apiImage = z
	.object({
		imageUrl: z.url().describe("Send it as the `imageUrl` of a link or a card."),
		width: z.number().int(),
		height: z.number().int(),
	})
	.meta({ id: "Image" });

/** What a page says of itself; empty texts where it says nothing. */
const apiPage = z
	.object({
		title: z.string(),
		description: z.string(),
		images: z.array(z.string()).max(PREFILL_IMAGES).describe("Addresses, best first; none has been loaded."),
		siteName: z.string(),
		finalUrl: z.string().describe("Where it was found, after redirects."),
		blocked: z.enum(BLOCKS).nullable().describe("What was served instead of the page, or null."),
	})
	.meta({ id: "Page" });

const FETCHED = ["invalid_url", "address_refused", "unreachable", "too_many", "rate_limited", "server_busy"] as const;

export const IMAGE_ROUTES = [
	apiRoute({
		id: "uploadImage",
		method: "post",
		path: "/images",
		tag: "images",
		scope: "links:write",
		summary: "Upload an image, or copy one",
		description: `Takes a JPEG, PNG or WebP of at most 5 MB, as a file or by its address (10 MB). It is made ${IMAGE_SIZE.width} x ${IMAGE_SIZE.height} pixels, and deleted if no link shows it within a day.`,
		body: z.strictObject({ url }),
		file: "image",
		answer: { status: 201, schema: apiImage },
		errors: [
			...(["required", "image_unreadable", "image_wrong_type", "image_too_large", "image_too_small"] as const),
			...(["image_too_many_pixels", "image_too_many_scans", "image_too_many_parts", "image_too_heavy"] as const),
			...(["image_too_slow", "daily_image_limit", "storage_unavailable", "unsupported_type"] as const),
			...FETCHED,
		],
		isHeavy: true,
		example: { body: { url: "https://example.com/image.png" } },
	}),
	apiRoute({
		id: "readPage",
		method: "post",
		path: "/prefill",
		tag: "images",
		scope: "links:write",
		summary: "Read what a page says of itself",
		description:
			"Title, description and images for a new link. Send the address of an image to `POST /images` to copy it.",
		body: z.strictObject({ url }),
		answer: { status: 200, schema: apiPage },
		errors: FETCHED,
		isHeavy: true,
		example: { body: { url: "https://example.com/" } },
	}),
] as const;
