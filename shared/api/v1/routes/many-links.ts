import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "../../../platform/error-codes.ts";
import { apiErrorDetail } from "../api-error.ts";
import { apiRoute } from "../api-route.ts";
import { apiLink } from "../link.ts";
import { linkChangesBody, newLinksBody } from "../link-bodies.ts";
import { REFUSED_LINK } from "./link-refusals.ts";

const createdLinks = z
	.object({
		/** One for each link of the request, in its order: the link, or why there is none. */
		results: z.array(z.object({ index: z.number().int(), link: apiLink.nullable(), error: apiErrorDetail.nullable() })),
	})
	.meta({ id: "CreatedLinks" });
export type CreatedLinks = z.infer<typeof createdLinks>;

const changedLinks = z
	.object({
		/** Those that changed: neither missing ones nor those that were so already. */
		changed: z.array(z.number().int()),
		refused: z.array(
			z.object({
				id: z.number().int(),
				code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode]),
				message: z.string(),
			}),
		),
	})
	.meta({ id: "ChangedLinks" });

/** Routes about many links at once. */
export const MANY_LINKS_ROUTES = [
	apiRoute({
		id: "createLinks",
		method: "post",
		path: "/links/bulk",
		tag: "links",
		scope: "links:write",
		summary: "Create up to 500 links",
		description:
			"Each link has a result of its own: one that is refused stops no other, and the answer is 200 even if all are.",
		body: newLinksBody,
		answer: { status: 200, schema: createdLinks },
		errors: [...REFUSED_LINK, "idempotency_key_in_use", "idempotency_key_reused"],
		isIdempotent: true,
		isHeavy: true,
		hasLargeBody: true,
		example: {
			body: {
				links: [
					{ targetUrl: "https://example.com/1", title: "First", description: "The first of two" },
					{ targetUrl: "https://example.com/2", title: "Second", description: "The second of two" },
				],
			},
		},
	}),
	apiRoute({
		id: "changeLinks",
		method: "post",
		path: "/links/changes",
		tag: "links",
		scope: "links:write",
		summary: "Archive, delete, restore or tag many links",
		description:
			"Up to 500 at once. Those that can't change are in `refused` with a reason; missing ones and those that are so already are in neither list.",
		body: linkChangesBody,
		answer: { status: 200, schema: changedLinks },
		errors: ["tag_limit_reached"],
		example: { body: { change: "archive", ids: [1] } },
	}),
] as const;
