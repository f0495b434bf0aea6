import type { Express } from "express";

/** As an address has them: a NUL, half a character, an emoji, what looks like a uuid or a number and is none, much. */
const ODD = ["%00", "%ED%A0%80", "%F0%9F%98%80", "-".repeat(36), "9".repeat(36), "x".repeat(5_000)];

/** A value for each parameter of a query that a route reads, none of which is in the way of what another one asks for. */
export const USUAL: Record<string, string> = {
	archived: "false",
	...{ address: "a".repeat(24), after: "0", before: "1", dimension: "tag", filter: "archived", format: "json" },
	...{ from: "2026-11-01", ids: "1", limit: "1", q: "x", range: "7d", session_id: "x", slug: "free", sort: "newest" },
	...{ state: "create", tag: "x", to: "2026-11-02", value: "x", zone: "UTC" },
};

/**
 * A route's path with one of the names in it made odd, each in turn.
 * @param there what stands instead of the others, `x` if left out
 */
export function oddPaths(template: string, there: Record<string, string | number>): string[] {
	const names = template.match(/:\w+/g) ?? [];
	return names.flatMap((odd) =>
		ODD.map((value) =>
			template.replace(/:\w+/g, (name) => (name === odd ? value : String(there[name.slice(1)] ?? "x"))),
		),
	);
}

/** Queries in which the value of this name is odd, or a list, and the others are as usual. */
export function oddQueries(name: string, { [name]: value = "", ...others }: Record<string, string>): string[] {
	const rest = new URLSearchParams(others);
	return [...ODD.map((odd) => `${name}=${odd}&${rest}`), `${name}=${value}&${name}=${value}&${rest}`];
}

/** Notes which parameters of queries an app reads. @returns those since it was asked last */
export function watchQueries(app: Express): () => string[] {
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
