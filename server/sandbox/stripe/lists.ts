import type { Base, List } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";

type Page = { limit?: number | undefined; starting_after?: string | undefined; ending_before?: string | undefined };
type Range = { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined };

/** A page of a list that is already filtered and newest first. Source: docs.stripe.com/api/pagination. */
export function pageOf<T extends Base>(url: string, items: T[], page: Page): List<T> {
	const limit = page.limit ?? 10;
	if (limit < 1 || limit > 100) {
		throw new StripeError("Invalid integer: limit must be between 1 and 100", {
			code: "parameter_invalid_integer",
			param: "limit",
		});
	}
	if (page.ending_before !== undefined) {
		const before = items.slice(0, positionOf(items, page.ending_before, "ending_before"));
		return { object: "list", url, has_more: before.length > limit, data: before.slice(-limit) };
	}
	const from = page.starting_after === undefined ? 0 : positionOf(items, page.starting_after, "starting_after") + 1;
	const rest = items.slice(from);
	return { object: "list", url, has_more: rest.length > limit, data: rest.slice(0, limit) };
}

export function inRange(moment: number | undefined, range: Range | undefined): boolean {
	if (!range || moment === undefined) return true;
	const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range;
	return moment > gt && moment >= gte && moment < lt && moment <= lte;
}

function positionOf(items: Base[], id: string, param: string): number {
	const position = items.findIndex((item) => item.id === id);
	if (position >= 0) return position;
	throw new StripeError(`No such object: '${id}'`, { code: "resource_missing", param });
}
