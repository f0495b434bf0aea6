import { z } from "zod";
import { StripeError } from "./stripe-error.ts";

/** Levels of brackets; Stripe's own parameters have about half as many. */
const DEEPEST = 12;
/** The last moment of the year 9999: later ones have no date as Stripe writes it. */
const LAST_MOMENT = 253_402_300_799;
/** Source: the refusal "Invalid URL: URL must be 5000 characters or less." */
const LONGEST_URL = 5000;

/** Parses `a[b][0][c]=x` (the SDK's encoding of bodies and queries) into nested objects and arrays. */
export function decodeForm(encoded: string): Record<string, unknown> {
	const root = branch();
	/** Keys of each node: `a[]` is the next. */
	const sizes = new Map<object, number>();
	for (const [name, value] of new URLSearchParams(encoded)) {
		const path = name.split("[").map((part, index) => (index === 0 ? part : part.replace(/\]$/, "")));
		if (path.length > DEEPEST) throw new StripeError("The parameters are nested too deeply.");
		let node = root;
		path.forEach((part, index) => {
			const size = sizes.get(node) ?? 0;
			const key = part === "" ? String(size) : part;
			if (!(key in node)) sizes.set(node, size + 1);
			if (index === path.length - 1) node[key] = value;
			else if (typeof node[key] !== "object") node[key] = branch();
			node = (node[key] ?? {}) as Record<string, unknown>;
		});
	}
	return toArrays(root) as Record<string, unknown>;
}

/** Checks parameters against a strict schema and refuses them in Stripe's words. */
export function parseParams<S extends z.ZodType>(schema: S, params: Record<string, unknown>): z.output<S> {
	const result = schema.safeParse(params);
	if (result.success) return result.data;
	throw toStripeError(result.error.issues[0] as z.core.$ZodIssue);
}

/** Field types as they arrive in a form: every value is text. */
export const text = z.string();
export const integer = z
	.string()
	.refine((value) => /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)), {
		error: (issue) => `Invalid integer: ${String(issue.input)}`,
	})
	.transform(Number);

/** In cents, of eight digits at most. Source: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
export const cents = integer.refine((value) => value >= 0 && value <= 99_999_999, "Invalid non-negative integer");
/** Unix seconds. */
export const moment = integer.refine((value) => value >= 0 && value <= LAST_MOMENT, "Invalid timestamp");
/** A number that the sandbox knows only as one: a quantity, an interval count. */
export const one = z.literal("1", { error: "The sandbox knows only 1 here." }).transform(Number);
export const flag = z
	.enum(["true", "false"], { error: (issue) => missing(issue.input) ?? `Invalid boolean: ${String(issue.input)}` })
	.transform((value) => value === "true");
/** Source: docs.stripe.com/api/metadata. */
export const metadata = z.preprocess(
	(given, context) => {
		// A record would leave it out without a word.
		if (typeof given === "object" && given !== null && Object.hasOwn(given, "__proto__")) {
			context.addIssue("The sandbox knows no metadata key `__proto__`.");
		}
		return given;
	},
	z
		.record(z.string().max(40), z.string().max(500, "Metadata values can have up to 500 characters."))
		.refine((keys) => Object.keys(keys).length <= 50, "Metadata can have up to 50 keys."),
);
export const email = z.string().regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, {
	error: (issue) => `Invalid email address: ${String(issue.input)}`,
});
export const url = z
	.string()
	.max(LONGEST_URL, `Invalid URL: URL must be ${LONGEST_URL} characters or less.`)
	.refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), "Not a valid URL");
export const expand = z.array(z.string()).optional();

/** A field that `""` empties, as Stripe does. */
export function clearable<S extends z.ZodType>(schema: S) {
	return z.preprocess((value) => (value === "" ? null : value), schema.nullable());
}

/** Refuses, at compile time, a name that Stripe's own parameters `P` do not have. */
type KnownTo<P, S> = { [K in keyof S]: K extends keyof P ? S[K] : never };

/** Parameters of a call, named as the SDK's `P` names them, `expand` included; anything else is unknown. */
export function params<P>() {
	return <S extends z.ZodRawShape>(shape: S & KnownTo<P, S>) => z.strictObject({ ...(shape as S), expand });
}

/** Parameters of a list call. */
export function listParams<P>() {
	return <S extends z.ZodRawShape>(shape: S & KnownTo<P, S>) =>
		z.strictObject({
			...(shape as S),
			expand,
			limit: integer.optional(),
			starting_after: text.optional(),
		});
}

/** Parameters of a call that takes none but `expand`. */
export const noParams = z.strictObject({ expand });

/** `created`: from a moment on. */
export const range = z.strictObject({ gte: integer }).optional();

/** The fields that were given. */
export function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function branch(): Record<string, unknown> {
	return Object.create(null) as Record<string, unknown>;
}

function toArrays(node: unknown): unknown {
	if (typeof node !== "object" || node === null) return node;
	const entries = Object.entries(node).map(([key, value]) => [key, toArrays(value)] as const);
	const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
	return isArray ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

function missing(input: unknown): string | undefined {
	return input === undefined ? "missing" : undefined;
}

/** Stripe's code for a refusal that begins with these words. */
const CODES: [words: string, code: string][] = [
	["Invalid integer", "parameter_invalid_integer"],
	["Invalid email", "email_invalid"],
	["Not a valid URL", "url_invalid"],
];

function toStripeError(issue: z.core.$ZodIssue): StripeError {
	const param = toName(issue.path);
	if (issue.code === "unrecognized_keys") {
		const names = issue.keys.map((key) => toName([...issue.path, key]));
		const noun = names.length > 1 ? "parameters" : "parameter";
		const [first = ""] = names;
		return new StripeError(`Received unknown ${noun}: ${names.join(", ")}`, {
			code: "parameter_unknown",
			param: first,
		});
	}
	if (issue.code === "invalid_type" && issue.input === undefined) {
		return new StripeError(`Missing required param: ${param}.`, { code: "parameter_missing", param });
	}
	if (issue.code === "invalid_value" && !/^(Invalid boolean|The sandbox)/.test(issue.message)) {
		if (issue.input === undefined) {
			return new StripeError(`Missing required param: ${param}.`, { code: "parameter_missing", param });
		}
		return new StripeError(`Invalid ${param}: must be one of ${issue.values.join(", ")}`, { param });
	}
	const code = CODES.find(([words]) => issue.message.startsWith(words))?.[1];
	return new StripeError(issue.message, { ...(code && { code }), param });
}

function toName(path: PropertyKey[]): string {
	return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join("");
}
