import { DrizzleQueryError } from "drizzle-orm";
import { stdSerializers } from "pino";

/**
 * An error as the log tells it: name, code, message, stack, and the causes within the stack. The other fields of an error stay
 * out, for they hold whole requests and answers; so do the values of a query, which Drizzle writes into its message.
 */
export function errorForLog(error: unknown): unknown {
	if (!(error instanceof Error)) return error;
	const { type, message, stack } = stdSerializers.err(error);
	const code = "code" in error ? { code: error.code } : {};
	return { type, ...code, message: withoutValues(message, error), stack: withoutValues(stack, error) };
}

function withoutValues(text: string, error: unknown): string {
	if (!(error instanceof Error)) return text;
	const values = error instanceof DrizzleQueryError ? `\nparams: ${error.params}` : "";
	return withoutValues(text.replace(values, ""), error.cause);
}
