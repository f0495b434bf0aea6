import type { Express } from "express";
import { expect } from "vitest";
import type { Browser } from "./browser.ts";
import { type Ids, type RouteRow, send } from "./route-table.ts";
import type { TestApp } from "./test-app.ts";

/** As an address has them: a NUL, half a character, an emoji, what looks like a uuid or a number and is none, much. */
const ODD = ["%00", "%ED%A0%80", "%F0%9F%98%80", "-".repeat(36), "9".repeat(36), "x".repeat(5_000)];

/** A value for each parameter of a query that a route reads, none of which is in the way of what another one asks for. */
const USUAL: Record<string, string> = {
	archived: "false",
	...{ address: "a".repeat(24), after: "0", before: "1", dimension: "tag", filter: "archived", format: "json" },
	...{ from: "2026-11-01", ids: "1", limit: "1", q: "x", range: "7d", session_id: "x", slug: "free", sort: "newest" },
	...{ state: "create", tag: "x", to: "2026-11-02", value: "x", zone: "UTC" },
};

/**
 * A route's path with one of the names in it made odd, each in turn.
 * @param there what stands instead of the others, `x` if left out
 */
function oddPaths(template: string, there: Record<string, string | number>): string[] {
	const names = template.match(/:\w+/g) ?? [];
	return names.flatMap((odd) =>
		ODD.map((value) =>
			template.replace(/:\w+/g, (name) => (name === odd ? value : String(there[name.slice(1)] ?? "x"))),
		),
	);
}

/** Queries in which the value of this name is odd, or a list, and the others are as usual. */
function oddQueries(name: string, { [name]: value = "", ...others }: Record<string, string>): string[] {
	const rest = new URLSearchParams(others);
	return [...ODD.map((odd) => `${name}=${odd}&${rest}`), `${name}=${value}&${name}=${value}&${rest}`];
}

/** Notes which parameters of queries an app reads. @returns those since it was asked last */
function watchQueries(app: Express): () => string[] {
	const parse: (text: string) => Record<string, unknown> = app.get("query parser fn");
	let names = new Set<string>();
	const get = (query: Record<string, unknown>, name: string | symbol) => {
		if (typeof name === "string") names.add(name);
		return Reflect.get(query, name);
	};
	app.set("query parser", (text: string) => new Proxy(parse(text), { get }));
	return () => {
		const read = [...names];
		names = new Set();
		return read;
	};
}

/**
 * Asks a route of an app for all such addresses, one after the other: of many at once some are refused for being many.
 * @returns for a person: those whose answer was a 5xx
 */
export function oddAddressesOf(app: TestApp) {
	const namesRead = watchQueries(app.express);
	return async (person: Browser, { method, template, path, body }: RouteRow, ids: Ids): Promise<string[]> => {
		const statusOf = async (address: string) => {
			const answer = await send(person, method, address, body?.());
			// A stream of events has no end.
			if (answer.headers.get("content-type") === "text/event-stream") await answer.body?.cancel();
			else await answer.arrayBuffer();
			return answer.status;
		};
		const odd = oddPaths(template, { ...ids, id: ids.linkId });
		if (method === "GET") {
			const { pathname, searchParams } = new URL(path?.(ids) ?? template, app.origin);
			// Charts reject `from` and `to` with any other range (P649).
			const ofCharts = template.startsWith("/api/analytics") ? { range: "days" } : {};
			const usual = { ...USUAL, ...ofCharts, ...Object.fromEntries(searchParams) };
			namesRead();
			expect(await statusOf(`${pathname}?${new URLSearchParams(usual)}`), "of what is usual").not.toBe(400);
			const names = namesRead();
			expect(Object.keys(usual), "a usual value for each name that is read").toEqual(expect.arrayContaining(names));
			odd.push(...names.flatMap((name) => oddQueries(name, usual).map((query) => `${pathname}?${query}`)));
		}
		const failed: string[] = [];
		for (const address of odd) {
			const status = await statusOf(address);
			if (status >= 500) failed.push(`${status} ${address.slice(0, 200)}`);
		}
		return failed;
	};
}
