import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { offline } from "#server/testing/api/offline.ts";
import { tryCalls } from "#server/testing/api/try-calls.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";

const app = useTestApp({ deps: offline });

test("20,000 generated calls: no fault of ours, no answer off the document, none beyond the key (P655)", async () => {
	const seed = randomInt(2 ** 30);
	const { answers, wrong } = await tryCalls(app, { calls: 20_000, seed });
	process.stderr.write(`Seed ${seed}; ${JSON.stringify(answers)}\n`);
	expect(wrong, `seed ${seed}`).toEqual([]);
}, 1_800_000);
