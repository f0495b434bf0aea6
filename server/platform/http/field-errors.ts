import type { z } from "zod";
import { ERROR_CODES, type ErrorCode, type FieldError } from "#shared/platform/error-codes.ts";

/** Most fields in one answer: thousands of wrong ids must not make megabytes. */
const MAX_FIELDS = 20;

/** Errors per field in the schema's order, without duplicates (P287). A body that isn't an object has none. */
export function fieldErrors({ issues }: z.ZodError, sent: unknown): FieldError[] {
	const found = new Map<string, FieldError>();
	for (const issue of issues.flatMap(oneForEachKey)) {
		if (issue.path.length === 0) continue;
		const field = issue.path.join(".");
		const key = JSON.stringify([field, issue.message]);
		const named = codeNamedBy(issue);
		if (found.has(key) ? named === null : found.size === MAX_FIELDS) continue;
		found.set(key, { field, message: issue.message, ...(named ?? judged(issue, valueAt(sent, issue.path))) });
	}
	return [...found.values()];
}

/** An issue about several unknown fields, as one for each. */
function oneForEachKey(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
	if (issue.code !== "unrecognized_keys") return [issue];
	return issue.keys
		.slice(0, MAX_FIELDS)
		.map((key) => ({ ...issue, path: [...issue.path, key], message: "Unknown field" }));
}

type Judged = Pick<FieldError, "code" | "limit">;

function codeNamedBy(issue: z.core.$ZodIssue): Judged | null {
	if (issue.code !== "custom" || !isErrorCode(issue.params?.code)) return null;
	const { code, limit } = issue.params;
	return { code, ...(typeof limit === "number" && { limit }) };
}

function judged(issue: z.core.$ZodIssue, value: unknown): Judged {
	if (issue.code === "unrecognized_keys") return { code: "unknown_field" };
	if (isEmpty(value)) return { code: "required" };
	switch (issue.code) {
		case "invalid_type":
			return { code: "wrong_type" };
		case "invalid_value":
		case "invalid_union":
			return { code: "unknown_value" };
		case "invalid_format":
			return { code: "invalid_format" };
		case "too_big":
			return { code: tooBig(issue.origin), limit: Number(issue.maximum) };
		case "too_small":
			return { code: issue.origin === "number" ? "out_of_range" : "too_short", limit: Number(issue.minimum) };
		default:
			return { code: "invalid" };
	}
}

function tooBig(origin: string): ErrorCode {
	if (origin === "string") return "too_long";
	return origin === "array" ? "too_many_items" : "out_of_range";
}

function isErrorCode(code: unknown): code is ErrorCode {
	return typeof code === "string" && Object.hasOwn(ERROR_CODES, code);
}

function isEmpty(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function valueAt(sent: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>((value, key) => {
		if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
		return (value as Record<PropertyKey, unknown>)[key];
	}, sent);
}
