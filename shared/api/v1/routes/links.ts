import { z } from "zod";
import { linkSearch } from "../../../links/link-list.ts";
import { apiRoute, asJson, idParam } from "../api-route.ts";
import { apiLink } from "../link.ts";
import { externalIdField, linkPatchBody, newLinkBody, upsertBody } from "../link-bodies.ts";
import { ofLink, REFUSED_LINK } from "./link-refusals.ts";
import { MANY_LINKS_ROUTES } from "./many-links.ts";

/** Links in a page, unless `limit` says how many. */
export const PAGE_DEFAULT = 50;
const PAGE_MAX = 200;

const limit = z
	.string()
	.regex(/^\d{1,9}$/)
	.transform(Number)
	.pipe(z.number().min(1).max(PAGE_MAX));

const listQuery = z.strictObject({
	/** The `next` of the page before. */
	cursor: asJson(idParam.clone(), { type: "string" }).optional(),
	limit: asJson(limit, {
		...{ type: "integer", minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT },
		description: "Links in a page.",
	}).optional(),
	q: asJson(linkSearch.shape.q, { type: "string", maxLength: 200 }).optional(),
	tag: linkSearch.shape.tag,
	filter: linkSearch.shape.filter,
	externalId: externalIdField.optional(),
	deleted: z.enum(["true", "false"]).optional(),
});

const linkPage = z
	.object({
		links: z.array(apiLink),
		/** The next page's `cursor`; null on the last. */
		next: z.string().nullable(),
	})
	.meta({ id: "Links" });

const example = {
	targetUrl: "https://example.com/summer",
	title: "Summer sale",
	description: "Everything at half price until Sunday",
};

/** Routes about one link, and the list. */
export const ONE_LINK_ROUTES = [
	apiRoute({
		id: "listLinks",
		method: "get",
		path: "/links",
		tag: "links",
		scope: "links:read",
		summary: "List links",
		description:
			"Newest first. Archived links are listed with `filter=archived`, by `externalId`, or among deleted ones. Follow `next`, or the `Link` header.",
		query: listQuery,
		answer: { status: 200, schema: linkPage },
		example: { query: { limit: "2" } },
	}),
	apiRoute({
		id: "createLink",
		method: "post",
		path: "/links",
		tag: "links",
		scope: "links:write",
		summary: "Create a link",
		body: newLinkBody,
		answer: { status: 201, schema: apiLink },
		errors: [...REFUSED_LINK, "idempotency_key_in_use", "idempotency_key_reused"],
		isIdempotent: true,
		isRevised: true,
		example: { body: example },
	}),
	apiRoute({
		id: "getLink",
		method: "get",
		path: "/links/{id}",
		tag: "links",
		scope: "links:read",
		summary: "Read a link",
		params: ofLink,
		answer: { status: 200, schema: apiLink },
		errors: ["link_not_found"],
		isRevised: true,
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "updateLink",
		method: "patch",
		path: "/links/{id}",
		tag: "links",
		scope: "links:write",
		summary: "Change a link",
		description: "What is left out stays; null removes. A slug that is replaced keeps working as an alias.",
		params: ofLink,
		body: linkPatchBody,
		answer: { status: 200, schema: apiLink },
		errors: ["link_not_found", "link_disabled", "changed", "too_many_aliases", ...REFUSED_LINK],
		isRevised: true,
		example: { params: { id: 1 }, body: { title: "Winter sale" } },
	}),
	apiRoute({
		id: "deleteLink",
		method: "delete",
		path: "/links/{id}",
		tag: "links",
		scope: "links:write",
		summary: "Delete a link",
		params: ofLink,
		answer: { status: 204, schema: null },
		errors: ["link_not_found"],
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "restoreLink",
		method: "post",
		path: "/links/{id}/restore",
		tag: "links",
		scope: "links:write",
		summary: "Restore a deleted link",
		description: "Within an hour of its deletion. A link that isn't deleted is answered as it is.",
		params: ofLink,
		answer: { status: 200, schema: apiLink },
		errors: ["link_not_found", "slug_taken", "external_id_taken"],
		isRevised: true,
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "duplicateLink",
		method: "post",
		path: "/links/{id}/duplicate",
		tag: "links",
		scope: "links:write",
		summary: "Duplicate a link",
		description: "The copy has a random slug, and neither tags, schedule nor external ID.",
		params: ofLink,
		answer: { status: 201, schema: apiLink },
		errors: ["link_not_found", ...REFUSED_LINK, "idempotency_key_in_use", "idempotency_key_reused"],
		isIdempotent: true,
		isRevised: true,
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "upsertLink",
		method: "put",
		path: "/links/external/{externalId}",
		tag: "links",
		scope: "links:write",
		summary: "Create or change the link with your own ID",
		description: "201 if it was created, 200 if it was changed; then optional fields that are left out stay.",
		params: z.object({ externalId: externalIdField }),
		body: upsertBody,
		answer: { status: 200, schema: apiLink, mayCreate: true },
		errors: ["link_disabled", "link_not_found", "changed", "too_many_aliases", ...REFUSED_LINK],
		isRevised: true,
		example: { params: { externalId: "order-1" }, body: example },
	}),
] as const;

export const LINK_ROUTES = [...ONE_LINK_ROUTES, ...MANY_LINKS_ROUTES] as const;
