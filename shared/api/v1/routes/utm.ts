import { z } from "zod";
import { UTM_LIMITS, utmTemplateForm } from "../../../links/utm.ts";
import { rowId } from "../../../platform/row-id.ts";
import { apiRoute, asJson, idParam } from "../api-route.ts";

const { name, ...values } = utmTemplateForm.shape;
const value = asJson(values.source, { type: "string", maxLength: UTM_LIMITS.value, default: "" }).default("");
const apiUtmTemplate = z
	.object({
		...{ id: rowId, name: z.string() },
		...{ source: z.string(), medium: z.string(), campaign: z.string(), term: z.string(), content: z.string() },
	})
	.meta({ id: "UtmTemplate" });

export const UTM_ROUTES = [
	apiRoute({
		id: "listUtmTemplates",
		method: "get",
		path: "/utm-templates",
		tag: "utm",
		scope: "links:read",
		summary: "List UTM templates",
		answer: { status: 200, schema: z.object({ templates: z.array(apiUtmTemplate), next: z.string().nullable() }) },
		example: {},
	}),
	apiRoute({
		id: "saveUtmTemplate",
		method: "post",
		path: "/utm-templates",
		tag: "utm",
		scope: "links:write",
		summary: "Save a UTM template",
		description: "Replaces the one with the same name, if there is one.",
		body: z.strictObject({
			name: asJson(name, { type: "string", minLength: 1, maxLength: UTM_LIMITS.name }),
			...{ source: value, medium: value, campaign: value, term: value, content: value },
		}),
		answer: { status: 200, schema: apiUtmTemplate },
		errors: ["required", "too_long", "template_limit_reached"],
		example: { body: { name: "Newsletter", source: "newsletter", medium: "email" } },
	}),
	apiRoute({
		id: "deleteUtmTemplate",
		method: "delete",
		path: "/utm-templates/{id}",
		tag: "utm",
		scope: "links:write",
		summary: "Delete a UTM template",
		params: z.object({ id: idParam }),
		answer: { status: 204, schema: null },
		errors: ["template_not_found"],
		example: { params: { id: 1 } },
	}),
] as const;
