import { StripeError } from "./stripe-error.ts";
import { INCLUDABLE, type World, withoutIncludables } from "./world.ts";

type Node = Record<string, unknown> & { object: string };

/**
 * The object as it is answered: ids replaced by objects along the `expand` paths, includable fields
 * (an invoice's `payments`, a session's `line_items`, ...) present only where asked for.
 */
export function present(world: World, object: object, expand: string[] = []): unknown {
	const copy = hide(object as Node);
	for (const path of expand) {
		const parts = path.split(".");
		if (parts.length > 4) {
			throw new StripeError(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
				param: "expand",
			});
		}
		walk(world, copy, parts, path);
	}
	return copy;
}

function hide(object: Node): Node {
	const copy = structuredClone(withoutIncludables(object));
	if (copy.object === "list") copy.data = (copy.data as Node[]).map((item) => withoutIncludables(item));
	return copy;
}

function walk(world: World, node: unknown, [head = "", ...rest]: string[], path: string): void {
	if (Array.isArray(node)) {
		for (const item of node) walk(world, item, [head, ...rest], path);
		return;
	}
	if (typeof node !== "object" || node === null) throw cannotExpand(path);
	const object = node as Node;
	if (!Object.hasOwn(object, head)) {
		if (!INCLUDABLE[object.object]?.includes(head)) throw cannotExpand(path);
		object[head] = include(world, object, head);
	}
	object[head] = resolve(world, object[head], path);
	if (rest.length > 0 && object[head] !== null) walk(world, object[head], rest, path);
}

function resolve(world: World, value: unknown, path: string): unknown {
	if (value === null || (typeof value === "object" && !Array.isArray(value))) return value;
	if (Array.isArray(value)) return value.map((item) => (typeof item === "string" ? resolve(world, item, path) : item));
	const found = typeof value === "string" ? findAny(world, value) : undefined;
	if (!found) throw cannotExpand(path);
	return hide(found as unknown as Node);
}

function include(world: World, object: Node, field: string): unknown {
	const { store } = world;
	const id = String(object.id);
	if (field === "applies_to") return structuredClone(store.coupons.get(id)?.applies_to ?? null);
	if (field === "line_items") return structuredClone(store.sessions.get(id)?.line_items);
	return field === "tax_ids"
		? listOf(
				store.taxIds.list((one) => one.customer === id),
				`/v1/customers/${id}/tax_ids`,
			)
		: listOf(
				store.invoicePayments.list((payment) => payment.invoice === id),
				`/v1/invoice_payments?invoice=${id}`,
			);
}

function listOf(items: object[], url: string) {
	return { object: "list", data: structuredClone(items), has_more: false, url };
}

function findAny({ store }: World, id: string): object | undefined {
	const kinds = [
		store.customers,
		store.prices,
		store.subscriptions,
		store.schedules,
		store.invoices,
		store.paymentIntents,
		store.charges,
		store.paymentMethods,
	];
	for (const kind of kinds) {
		const found = kind.get(id);
		if (found) return found;
	}
	return undefined;
}

function cannotExpand(path: string): StripeError {
	return new StripeError(`This property cannot be expanded (${path}).`, { param: "expand" });
}
