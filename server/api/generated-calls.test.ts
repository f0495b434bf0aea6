import { expect, test } from "vitest";
import { offline } from "#server/testing/api/offline.ts";
import { tryCalls } from "#server/testing/api/try-calls.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";

const app = useTestApp({ deps: offline });

test("300 generated calls: no fault of ours, no answer off the document, none beyond the key (P655)", async () => {
	const { answers, wrong } = await tryCalls(app, { calls: 300, seed: 54 });
	expect(wrong).toEqual([]);
	expect(Object.keys(answers)).toEqual(expect.arrayContaining(["200", "400", "403", "404"]));
});
