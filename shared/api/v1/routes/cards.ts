import { z } from "zod";
import { linkCard } from "../../../links/cards/card-override.ts";
import { CARD_TARGETS } from "../../../links/cards/card-targets.ts";
import { platformPreview } from "../../../links/cards/platform-preview.ts";
import { finding } from "../../../links/cards/self-test.ts";
import { colourProblem, QR_COLOURS, WRONG_COLOUR } from "../../../links/qr/qr-look.ts";
import { apiRoute, asJson, idParam } from "../api-route.ts";
import { CARD_FIELDS, CUSTOM_CARD_FIELDS } from "../card-fields.ts";

const ofLink = z.object({ id: idParam });
const ofCard = z.object({ id: idParam, target: z.enum(CARD_TARGETS) });
const next = z.string().nullable().describe("Null: the list is whole.");

/** A custom card; null where it has what the link's own card has. */
const apiCard = linkCard.omit({ imageShape: true }).meta({ id: "Card" });
const apiPreview = z.object({ platforms: z.array(platformPreview) }).meta({ id: "Preview" });

const apiTest = z
	.object({
		tookMs: z.number().int(),
		results: z
			.array(z.object({ app: z.string(), findings: z.array(finding) }))
			.describe("One for each app; without findings, it gets the right card."),
	})
	.meta({ id: "LinkTest" });

const apiReceipts = z
	.object({
		version: z.number().int().describe("The version of the link's card; it grows with each change."),
		receipts: z
			.array(z.object({ app: z.string(), state: z.enum(["current", "older", "never"]), text: z.string() }))
			.describe("Which card each app has: the current one, an older one, or none yet."),
		fetches: z
			.array(
				z.object({
					platform: z.string(),
					version: z.number().int(),
					kind: z.enum(["page", "image"]),
					firstAt: z.iso.datetime(),
					lastAt: z.iso.datetime(),
				}),
			)
			.describe("The newest version that each platform fetched."),
		next,
	})
	.meta({ id: "Receipts" });

/** With or without `#`, which an address only takes as `%23`. */
const color = z
	.string(WRONG_COLOUR)
	.regex(/^#?[0-9a-f]{6}$/i, { error: WRONG_COLOUR, abort: true })
	.transform((text) => `#${text.replace("#", "").toLowerCase()}`);
const colorJson = (shown: string) => ({ type: "string", pattern: "^#?[0-9a-fA-F]{6}$", default: shown });

const qrLook = z
	.strictObject({
		color: asJson(color, colorJson(QR_COLOURS.dark)).default(QR_COLOURS.dark),
		background: asJson(color, colorJson(QR_COLOURS.light)).default(QR_COLOURS.light),
	})
	.superRefine(({ color: dark, background: light }, context) => {
		const message = colourProblem({ dark, light });
		if (message !== null) context.addIssue({ code: "custom", path: ["color"], message });
	});

export const CARD_ROUTES = [
	apiRoute({
		id: "listCards",
		method: "get",
		path: "/links/{id}/cards",
		tag: "cards",
		scope: "links:read",
		summary: "List a link's custom cards",
		params: ofLink,
		answer: { status: 200, schema: z.object({ cards: z.array(apiCard), next }) },
		errors: ["link_not_found"],
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "saveCard",
		method: "put",
		path: "/links/{id}/cards/{target}",
		tag: "cards",
		scope: "links:write",
		summary: "Save a custom card",
		description: "Replaces the whole card of this target. Fields that are null or left out are the link's.",
		params: ofCard,
		body: z.strictObject(CUSTOM_CARD_FIELDS),
		answer: { status: 200, schema: apiCard },
		errors: ["link_not_found", "link_disabled", "nothing_customized", "image_unknown", "too_long", "impersonation"],
		example: { params: { id: 1, target: "whatsapp" }, body: { title: "For your group chat" } },
	}),
	apiRoute({
		id: "deleteCard",
		method: "delete",
		path: "/links/{id}/cards/{target}",
		tag: "cards",
		scope: "links:write",
		summary: "Reset a target to the link's card",
		params: ofCard,
		answer: { status: 204, schema: null },
		errors: ["link_not_found", "link_disabled"],
		example: { params: { id: 1, target: "whatsapp" } },
	}),
	apiRoute({
		id: "previewLink",
		method: "get",
		path: "/links/{id}/preview",
		tag: "cards",
		scope: "links:read",
		summary: "Preview a link on each platform",
		description: "What each platform shows of the link's card, or of its custom one, and what it cuts.",
		params: ofLink,
		answer: { status: 200, schema: apiPreview },
		errors: ["link_not_found"],
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "previewCard",
		method: "post",
		path: "/preview",
		tag: "cards",
		scope: "links:read",
		summary: "Preview a card that isn't saved",
		body: z.strictObject(CARD_FIELDS),
		answer: { status: 200, schema: apiPreview },
		errors: ["required", "too_long", "invalid_url", "image_unknown", "domain_not_verified"],
		example: { body: { title: "Spring sale", description: "Two weeks, all shoes", targetUrl: "https://example.com/" } },
	}),
	apiRoute({
		id: "testLink",
		method: "post",
		path: "/links/{id}/test",
		tag: "cards",
		scope: "links:write",
		summary: "Test whether apps get the right card",
		description: "Requests the link as each app's crawler does, which takes seconds and counts no view.",
		params: ofLink,
		answer: { status: 200, schema: apiTest },
		errors: ["link_not_found", "rate_limited"],
		isHeavy: true,
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "getReceipts",
		method: "get",
		path: "/links/{id}/receipts",
		tag: "cards",
		scope: "stats:read",
		summary: "Read which apps have fetched a link's card",
		params: ofLink,
		answer: { status: 200, schema: apiReceipts },
		errors: ["link_not_found"],
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "getQrCode",
		method: "get",
		path: "/links/{id}/qr.svg",
		tag: "cards",
		scope: "links:read",
		summary: "Draw a link's QR code",
		description: "Scans are counted with the source `qr`. It scales to any size.",
		params: ofLink,
		query: qrLook,
		answer: { status: 200, schema: z.string(), type: "image/svg+xml" },
		errors: ["link_not_found", "invalid_format"],
		example: { params: { id: 1 }, query: { color: "0e6b62" } },
	}),
] as const;
