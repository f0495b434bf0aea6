import type { z } from "zod";
import { type Route, route } from "./route.ts";
import type { Base, List } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";

type Page = { limit?: number | undefined; starting_after?: string | undefined };

/** A call that lists: `find` filters, newest first. Source: docs.stripe.com/api/pagination. */
export function listRoute<S extends z.ZodType<Page>, T extends Base>(
	path: string,
	params: S,
	find: (given: z.output<S>, id: string) => T[],
): Route {
	return route("get", path, params, (given, id) => pageOf(path.replace(":id", id), find(given, id), given));
}

/** Whether an object has every value that is asked for; what is undefined is not asked for. */
export function has<T extends object>(object: T, wanted: { [K in keyof T]?: T[K] | undefined }): boolean {
	return Object.entries(wanted).every(([field, value]) => value === undefined || object[field as keyof T] === value);
}

function pageOf<T extends Base>(url: string, items: T[], page: Page): List<T> {
	const limit = page.limit ?? 10;
	if (limit < 1 || limit > 100) {
		throw new StripeError("Invalid integer: limit must be between 1 and 100", {
			code: "parameter_invalid_integer",
			param: "limit",
		});
	}
	const from = page.starting_after === undefined ? 0 : positionOf(items, page.starting_after) + 1;
	const rest = items.slice(from);
	return { object: "list", url, has_more: rest.length > limit, data: rest.slice(0, limit) };
}

function positionOf(items: Base[], id: string): number {
	const position = items.findIndex((item) => item.id === id);
	if (position >= 0) return position;
	throw new StripeError(`No such object: '${id}'`, { code: "resource_missing", param: "starting_after" });
}
