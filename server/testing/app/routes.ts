import type { Express } from "express";

type Layer = {
	route?: { path: string | string[]; stack: { method?: string }[] };
	handle: { stack?: Layer[] };
};

/**
 * Every route of an Express app as "METHOD /path", found by walking its routers, each of which is mounted at the root.
 * Left out are the sandbox's routes, middleware that answers without a route (static files), and the public API, whose own
 * list is `API_V1_ROUTES`: `server/api/matrix.test.ts` goes over it.
 */
export function routesOf(app: Express): string[] {
	const { stack } = app.router as unknown as { stack: Layer[] };
	return [...new Set(walk(stack))].filter((route) => !/ (\/sandbox|\/v1|\/api\/v1)\//.test(route)).sort();
}

function walk(stack: Layer[]): string[] {
	return stack.flatMap(({ handle, route }) => {
		if (!route) return walk(handle.stack ?? []);
		const methods = new Set(route.stack.map((handler) => handler.method?.toUpperCase() ?? "ALL"));
		return [route.path].flat().flatMap((path) => [...methods].map((method) => `${method} ${path}`));
	});
}
