import fc from "fast-check";
import { expect, inject } from "vitest";
import { errorBody } from "#shared/platform/error-body.ts";
import { type RawAnswer, type RawRequest, sendRaw } from "./send-raw.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Inputs for all surfaces together, and the seed they are drawn from; set by `npm run night -- fuzz`. */
		fuzz?: { count: number; seed: number };
	}
}

const SURFACES = 8;
const { count, seed } = inject("fuzz") ?? { count: 240, seed: Date.now() };

/** Inputs for all surfaces together, and the seed they are drawn from. */
export const COUNT = count;
export const SEED = seed;
/** Inputs for one surface. */
export const RUNS = Math.ceil(count / SURFACES);
/** Longest time for one surface, in milliseconds. */
export const TIMEOUT_MS = 120_000 + count * 100;
/** Longest time for one answer. Within the suite the machine has other work as well. */
export const SOON_MS = inject("fuzz") ? 2_000 : 20_000;

/** Whether the check passes for every input drawn; a failure names the seed and the smallest input it has found. */
export function holds<T>(
	inputs: fc.Arbitrary<T>,
	check: (input: T) => Promise<unknown>,
	{ runs = RUNS }: { runs?: number } = {},
): Promise<void> {
	return fc.assert(
		fc.asyncProperty(inputs, async (input) => {
			await check(input);
		}),
		{ numRuns: runs, seed },
	);
}

/** No 500 and nothing like it, an error body where there is an error; soon. */
export async function expectClear(origin: string, request: RawRequest): Promise<RawAnswer> {
	const answer = await sendRaw(origin, request);
	// Nor a 503: nothing here asks for more than the service has room for.
	expect(answer.status).toBeLessThan(500);
	expect(answer.milliseconds).toBeLessThan(SOON_MS);
	const isApi = request.path.startsWith("/api") && request.method !== "HEAD";
	if (isApi && answer.status >= 400) errorBody.strict().parse(JSON.parse(answer.body));
	return answer;
}
