import type { Express } from "express";
import { API, IMAGES_PATH } from "#shared/api-paths.ts";

type Layer = {
	route?: { path: string | string[]; stack: { method?: string }[] };
	handle: { stack?: Layer[] };
	slash: boolean;
	match: (path: string) => boolean;
};

/** Paths below which `app.ts` mounts routers; a router on another path shows up as a route of the root. */
const MOUNTS = [API.links.all, IMAGES_PATH];

/**
 * Every route of an Express app as "METHOD /path", found by walking its routers; the sandbox's routes and
 * middleware that answers without a route (static files) are left out.
 */
export function routesOf(app: Express): string[] {
	const { stack } = app.router as unknown as { stack: Layer[] };
	return [...new Set(walk(stack, ""))].filter((route) => !/ (\/sandbox|\/v1)\//.test(route)).sort();
}

function walk(stack: Layer[], prefix: string): string[] {
	return stack.flatMap((layer) => {
		if (layer.handle.stack && !layer.route) {
			const mount = layer.slash ? "" : (MOUNTS.find((path) => layer.match(path)) ?? "");
			return walk(layer.handle.stack, prefix + mount);
		}
		const { route } = layer;
		if (!route) return [];
		const methods = new Set(route.stack.map((handler) => handler.method?.toUpperCase() ?? "ALL"));
		const paths = [route.path].flat().map((path) => (path === "/" && prefix ? prefix : prefix + path));
		return paths.flatMap((path) => [...methods].map((method) => `${method} ${path}`));
	});
}
