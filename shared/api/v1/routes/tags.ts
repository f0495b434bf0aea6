import { z } from "zod";
import { LIST_LIMITS, tagCount, tagName } from "../../../links/link-list.ts";
import { apiRoute, asJson } from "../api-route.ts";

/** A tag, with how many links have it. */
const apiTag = tagCount.meta({ id: "Tag" });
const name = asJson(tagName, { type: "string", minLength: 1, maxLength: LIST_LIMITS.tag, pattern: "^[^,]+$" });
const ofTag = z.object({ tag: z.string() });

export const TAG_ROUTES = [
	apiRoute({
		id: "listTags",
		method: "get",
		path: "/tags",
		tag: "tags",
		scope: "links:read",
		summary: "List tags",
		answer: { status: 200, schema: z.object({ tags: z.array(apiTag), next: z.string().nullable() }) },
		example: {},
	}),
	apiRoute({
		id: "renameTag",
		method: "put",
		path: "/tags/{tag}",
		tag: "tags",
		scope: "links:write",
		summary: "Rename a tag",
		description: "If a tag has this name already, the two become one.",
		params: ofTag,
		body: z.strictObject({ name }),
		answer: { status: 204, schema: null },
		errors: ["tag_not_found", "required"],
		example: { params: { tag: "spring" }, body: { name: "summer" } },
	}),
	apiRoute({
		id: "deleteTag",
		method: "delete",
		path: "/tags/{tag}",
		tag: "tags",
		scope: "links:write",
		summary: "Remove a tag from all links",
		params: ofTag,
		answer: { status: 204, schema: null },
		errors: ["tag_not_found"],
		example: { params: { tag: "spring" } },
	}),
] as const;
