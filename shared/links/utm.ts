import { z } from "zod";
import { cleanedBy, cleanLine } from "../platform/plain-text.ts";

export const UTM_FIELDS = ["source", "medium", "campaign", "term", "content"] as const;
export type UtmField = (typeof UTM_FIELDS)[number];
export type UtmValues = Record<UtmField, string>;

export const UTM_LIMITS = { name: 40, value: 200, templates: 50 } as const;
export const UTM_NAME_RULE = `A template's name has 1 to ${UTM_LIMITS.name} characters`;

const value = z.preprocess(cleanedBy(cleanLine), z.string("Invalid input").max(UTM_LIMITS.value, "Invalid input"));

export const utmTemplateForm = z.object({
	name: z.preprocess(
		cleanedBy(cleanLine),
		z.string(UTM_NAME_RULE).min(1, UTM_NAME_RULE).max(UTM_LIMITS.name, UTM_NAME_RULE),
	),
	source: value,
	medium: value,
	campaign: value,
	term: value,
	content: value,
});
export type UtmTemplateForm = z.infer<typeof utmTemplateForm>;

export type UtmTemplate = UtmTemplateForm & { id: number };

/** The campaign parameters in an address; empty strings for absent ones. */
export function readUtm(address: string): UtmValues {
	const params = paramsOf(partsOf(address).query);
	return Object.fromEntries(UTM_FIELDS.map((field) => [field, params.get(`utm_${field}`) ?? ""])) as UtmValues;
}

/** Replaces these query values in place or appends them, and removes empty ones. The rest stays byte for byte. */
export function writeUtm(address: string, values: Partial<UtmValues>): string {
	const { path, query, hash } = partsOf(address);
	const pairs = query === "" ? [] : query.split("&");
	for (const field of UTM_FIELDS) {
		const wanted = values[field];
		if (wanted === undefined) continue;
		const name = `utm_${field}`;
		const at = pairs.findIndex((pair) => nameOf(pair) === name);
		const others = pairs.filter((pair, n) => n === at || nameOf(pair) !== name);
		const pair = `${name}=${encodeURIComponent(wanted.replace(/\p{Surrogate}/gu, "\ufffd"))}`;
		if (at < 0) pairs.splice(0, pairs.length, ...others, ...(wanted === "" ? [] : [pair]));
		else
			pairs.splice(0, pairs.length, ...others.flatMap((one, n) => (n === at ? (wanted === "" ? [] : [pair]) : [one])));
	}
	return `${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}${hash}`;
}

function partsOf(address: string): { path: string; query: string; hash: string } {
	const hashAt = address.indexOf("#");
	const hash = hashAt < 0 ? "" : address.slice(hashAt);
	const rest = hashAt < 0 ? address : address.slice(0, hashAt);
	const queryAt = rest.indexOf("?");
	return queryAt < 0
		? { path: rest, query: "", hash }
		: { path: rest.slice(0, queryAt), query: rest.slice(queryAt + 1), hash };
}

function nameOf(pair: string): string {
	return [...paramsOf(pair).keys()][0] ?? "";
}

/** `URLSearchParams` would drop a leading `?` that belongs to the query itself. */
function paramsOf(query: string): URLSearchParams {
	return new URLSearchParams(`&${query}`);
}
