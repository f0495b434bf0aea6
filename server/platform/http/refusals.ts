import { AppError } from "./app-error.ts";

type Step = () => unknown;
type Results<Steps extends readonly Step[]> = { -readonly [N in keyof Steps]: Awaited<ReturnType<Steps[N]>> };

/** Runs all steps. Refusals of fields are collected into the first one (P287); other errors are thrown at once. */
export async function allOrRefused<const Steps extends readonly Step[]>(steps: Steps): Promise<Results<Steps>> {
	const results: unknown[] = [];
	const refused: AppError[] = [];
	for (const step of steps) {
		try {
			results.push(await step());
		} catch (error) {
			if (error instanceof AppError && error.fields.length > 0) refused.push(error);
			else if (refused.length === 0) throw error;
			else break;
		}
	}
	const [first] = refused;
	if (!first) return results as Results<Steps>;
	if (refused.length === 1) throw first;
	const { code, message, limit, retryAfterSeconds, cause } = first;
	const fields = refused.flatMap((error) => error.fields);
	throw new AppError(code, message, { fields, limit, retryAfterSeconds, cause });
}

const OF_CONTENT = new Set<string>(["invalid", "too_large", "unsupported_type"]);

/** Adds the field to a refusal by `work` that names none. */
export async function atField<T>(field: string, work: Promise<T>): Promise<T> {
	return work.catch((error: unknown) => {
		if (!(error instanceof AppError) || error.fields.length > 0 || !OF_CONTENT.has(error.kind)) throw error;
		throw new AppError(error.code, error.message, { field, limit: error.limit, cause: error });
	});
}
