import fc from "fast-check";
import { API_V1 } from "#shared/api/v1/api-route.ts";
import { nastySegment, nastyText } from "../fuzz/inputs.ts";
import type { ApiDocument, Operation } from "./judge.ts";
import { garbage, nearly, ofSchema } from "./of-schema.ts";
import { type Possessions, pathAmong } from "./possessions.ts";

/** `operation` null: no route, or another method than a route has. */
export type GeneratedCall = {
	operation: Operation | null;
	method: string;
	path: string;
	headers: Record<string, string>;
	body: string | undefined;
};

const OTHER_METHODS = ["HEAD", "OPTIONS", "GET", "POST", "PUT", "PATCH", "DELETE"];
const TYPES = ["application/json", "application/json; charset=utf-8", "application/vnd.api+json", "text/plain", ""];
const ENCODINGS = ["gzip", "br", "identity", "none"];
const PREFIX = `${API_V1}/`;

/** Calls of a document's routes, most of them nearly valid, about these things. */
export function generatedCalls({ paths, components }: ApiDocument, things: Possessions): fc.Arbitrary<GeneratedCall> {
	const routes = Object.entries(paths).flatMap(([template, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ template, method: method.toUpperCase(), operation })),
	);
	const lost = fc.record({
		method: fc.constantFrom(...OTHER_METHODS),
		segments: fc.array(nastySegment, { maxLength: 3 }),
	});
	const nowhere = lost.map(({ method, segments }) => ({
		...{ operation: null, method, headers: {}, body: undefined },
		path: isWellFormed(segments.join("/")) ? PREFIX + segments.join("/") : `${PREFIX}none`,
	}));
	return fc.oneof(
		{ weight: 1, arbitrary: nowhere },
		{ weight: 19, arbitrary: fc.constantFrom(...routes).chain(callOf) },
	);

	function callOf({ template, method, operation }: (typeof routes)[number]): fc.Arbitrary<GeneratedCall> {
		const { parameters = [], requestBody } = operation;
		const inQuery = parameters.filter((each) => each.in === "query");
		const inHeader = parameters.filter((each) => each.in === "header");
		const schema = requestBody?.content["application/json"]?.schema;
		const valid = schema ? ofSchema(schema, components.schemas) : null;
		const parts = fc.record({
			other: seldom(fc.constantFrom(...OTHER_METHODS), 12),
			odd: seldom(
				nastySegment.filter((text) => text !== "" && !/[?#]/.test(text) && isWellFormed(text)),
				6,
			),
			slash: fc.constantFrom(...Array(9).fill(""), "/"),
			query: fc.record(
				Object.fromEntries(inQuery.map((each) => [each.name, ofSchema(each.schema, components.schemas)])),
				{ requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name) },
			),
			extra: seldom(
				fc.tuple(fc.constantFrom("page", "__proto__", "a[b]", ...inQuery.map(({ name }) => name)), nastyText),
				6,
			),
			fields: fc.record(Object.fromEntries(inHeader.map(({ name }) => [name, headerText])), { requiredKeys: [] }),
			type: seldom(fc.constantFrom(...TYPES), 12),
			encoding: seldom(fc.constantFrom(...ENCODINGS), 40),
			body: valid ? bodyText(valid) : seldom(garbage.map(asText), 12),
		});
		return parts.map(({ other, odd, slash, query, extra, fields, type, encoding, body }) => {
			const asked = new URLSearchParams(
				Object.entries(query).map(([name, value]): [string, string] => [name, textOf(value)]),
			);
			if (extra) asked.append(extra[0], extra[1]);
			const at = odd === null ? template : template.replace(/\{\w+\}/, () => odd);
			const path = `${API_V1}${pathAmong(things, at)}${slash}${asked.size > 0 ? `?${asked}` : ""}`;
			const verb = other ?? method;
			const isElsewhere = odd?.includes("/") && template.includes("{");
			const takesBody = !["GET", "HEAD"].includes(verb) && body !== null && body !== undefined;
			return {
				operation: isElsewhere ? null : (paths[template]?.[verb === "HEAD" ? "get" : verb.toLowerCase()] ?? null),
				method: verb,
				path,
				headers: {
					...fields,
					...(takesBody && type !== "" && { "Content-Type": type ?? "application/json" }),
					...(encoding && { "Content-Encoding": encoding }),
				},
				body: takesBody ? body : undefined,
			};
		});
	}
}

const headerText = fc.oneof(
	fc.constantFrom('"key"', "key", '""', "", '"', "x".repeat(300), "*", 'W/"a"', '"a", "b"'),
	fc.stringMatching(/^[!-~]{1,60}$/),
);

/** Mostly valid or nearly so; some garbage, some that isn't JSON, some that is much or deep. */
function bodyText(valid: fc.Arbitrary<unknown>): fc.Arbitrary<string | undefined> {
	return fc.oneof(
		{ weight: 8, arbitrary: valid.map(asText) },
		{ weight: 8, arbitrary: nearly(valid).map(asText) },
		{ weight: 2, arbitrary: garbage.map(asText) },
		{ weight: 1, arbitrary: fc.constantFrom(...ODD_BODIES) },
		{ weight: 1, arbitrary: fc.constant(undefined) },
	);
}

const ODD_BODIES = [
	...["", "{", "[", "nul", '{"a":1,}', "\u0000", "﻿{}", "{} {}", '{"a":"\\ud800"}', "'a'"],
	...["[".repeat(50_000), `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`, `{"x":"${"x".repeat(2_200_000)}"}`],
	`{${Array.from({ length: 20_000 }, (_, n) => `"${n}":0`).join(",")}}`,
];

const asText = (value: unknown) => JSON.stringify(value) ?? "null";
const textOf = (value: unknown) => (typeof value === "string" ? wellFormed(value) : asText(value));

/** Whether `fetch` sends it as it is: dots would lead elsewhere. */
function isWellFormed(segment: string): boolean {
	return (
		URL.canParse(`http://localhost/${segment}`) &&
		segment === wellFormed(segment) &&
		!/(?:^|\/)(?:\.|%2e){1,2}(?:$|[/?#])/i.test(segment) &&
		!/[\s\\]/.test(segment)
	);
}

/** Null but for one of so many. */
function seldom<T>(arbitrary: fc.Arbitrary<T>, oneOf: number): fc.Arbitrary<T | null> {
	return fc.oneof({ weight: oneOf - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** Half characters as UTF-8 has them. */
function wellFormed(text: string): string {
	return Buffer.from(text).toString();
}
