import { API_TAGS, type ApiRoute } from "#shared/api/v1/api-route.ts";
import { type Operation, openApiDocument } from "#shared/api/v1/openapi.ts";
import { API_V1_ROUTES } from "#shared/api/v1/routes.ts";

/** The server writes its own address here. */
export const ORIGIN = "__PUBLIC_ORIGIN__";

/** What the page shows: the document that clients are generated from. */
export const DOCUMENT = openApiDocument(API_V1_ROUTES, { origin: ORIGIN, version: "1" });

export type DescribedRoute = { route: ApiRoute; operation: Operation };

/** The routes by tag, in the order of the documentation; tags without routes are left out. */
export const ROUTE_GROUPS = Object.entries(API_TAGS)
	.map(([tag, name]) => ({
		id: `routes-${tag}`,
		name,
		routes: API_V1_ROUTES.filter((route) => route.tag === tag).map(described),
	}))
	.filter(({ routes }) => routes.length > 0);

/** Named schemas of answers; an error has a section of its own. */
export const OBJECTS = Object.entries(DOCUMENT.components.schemas)
	.filter(([name, { properties }]) => properties !== undefined && name !== "Error" && !name.endsWith("Input"))
	.sort(([one], [other]) => one.localeCompare(other, "en"));

/** The example of what `GET` answers there, as text. */
export function exampleOf(path: string): string {
	const json = DOCUMENT.paths[path]?.get?.responses["200"]?.content?.["application/json"];
	return JSON.stringify(json?.example, null, 2);
}

function described(route: ApiRoute): DescribedRoute {
	const operation = DOCUMENT.paths[route.path]?.[route.method];
	if (!operation) throw new Error(`the document lacks ${route.id}`);
	return { route, operation };
}
