import { DrizzleQueryError } from "drizzle-orm";
import { causesOf } from "#server/platform/work/causes-of.ts";
import { beginningOf } from "#shared/platform/plain-text.ts";

/** Longest text per error in a log line, in UTF-16 code units. */
const MESSAGE_MAX = 4_000;
const STACK_MAX = 16_000;
const NAME_MAX = 100;
const ERRORS_MAX = 5;

const UNREADABLE = { type: "unknown", message: "something was thrown that can't be read" };

/**
 * An error for the log, bounded in size, without requests or query values, which Drizzle's messages contain. Never
 * throws.
 */
export function errorForLog(error: unknown): unknown {
	return safely(() => (error instanceof AggregateError ? withAllDetails(error) : detailsOf(error)), UNREADABLE);
}

function withAllDetails(error: AggregateError): unknown {
	const errors = firstOf(error).map((each) => safely(() => detailsOf(each), UNREADABLE));
	return { ...loggedError(error), errors };
}

/** `errors` may be any iterable, even endless or throwing. */
function firstOf(error: AggregateError): unknown[] {
	const first: unknown[] = [];
	safely(() => {
		for (const each of error.errors) if (first.push(each) >= ERRORS_MAX) break;
	}, undefined);
	return first;
}

function detailsOf(error: unknown): unknown {
	if (error instanceof Error) return loggedError(error);
	if (error === null || typeof error === "number" || typeof error === "boolean") return error;
	// Other objects may contain private data, or not be serializable.
	if (typeof error === "object") return { type: typeOf(error), message: "what was thrown is no error" };
	return textOf(() => error, MESSAGE_MAX);
}

function loggedError(error: Error) {
	const causes = causesOf(error);
	const withoutValues = valuesRemover(causes);
	const join = (read: (cause: Error) => unknown, between: string) =>
		withoutValues(causes.map((cause) => textOf(() => read(cause) ?? "")).join(between));
	const code = safely(() => ("code" in error ? error.code : undefined), undefined);
	return {
		type: typeOf(error),
		...(code !== undefined && { code: typeof code === "number" ? code : textOf(() => code, NAME_MAX) }),
		message: beginningOf(
			join((cause) => cause.message, ": "),
			MESSAGE_MAX,
		),
		stack: beginningOf(
			join((cause) => cause.stack, "\ncaused by: "),
			STACK_MAX,
		),
	};
}

/** @returns removes these errors' query values from a text */
function valuesRemover(errors: Error[]): (text: string) => string {
	const values = errors
		.filter((error) => error instanceof DrizzleQueryError)
		.map((query) => textOf(() => `\nparams: ${query.params}`));
	return (text) => values.reduce((rest, each) => rest.replaceAll(each, ""), text);
}

function typeOf(value: object): string {
	return textOf(() => value.constructor.name, NAME_MAX);
}

/** The value as text; reading or converting it may throw. */
function textOf(read: () => unknown, max = Number.POSITIVE_INFINITY): string {
	return safely(() => beginningOf(String(read()), max), "unreadable");
}

function safely<T>(read: () => T, otherwise: T): T {
	try {
		return read();
	} catch {
		return otherwise;
	}
}
