import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient, requestsWith } from "#server/testing/api/api-client.ts";
import { subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const TIMES = 50;
/** Promised (P640). */
const STOPPED_WITHIN_MS = 1_000;

const app = useTestApp();
let twin: TestApp;
beforeAll(async () => {
	twin = await startTestApp({ beside: app });
});
afterAll(() => twin.close());

/** Uses a key at once and again. @returns when its first refusal arrived */
async function refusedAt({ get }: Pick<ReturnType<typeof requestsWith>, "get">): Promise<number> {
	for (;;) {
		const answer = await get("/me");
		await answer.arrayBuffer();
		if (!answer.ok) return performance.now();
	}
}

test(`a revoked key is refused within a second by two processes, ${TIMES} times (P640)`, async () => {
	const owner = await subscriber(app, "pro");
	const took: number[] = [];
	for (let n = 0; n < TIMES; n++) {
		const program = await apiClient(app, owner);
		const doors = [program, requestsWith(twin, program.key)];
		const refused = doors.map(refusedAt);
		// Both have looked the key up at some moment of the second before.
		await Promise.all(doors.map(({ get }) => get("/me")));
		expect((await owner.delete(API.keys.one(program.id))).status).toBe(204);
		const revokedAt = performance.now();
		took.push(...(await Promise.all(refused)).map((at) => Math.round(at - revokedAt)));
	}
	expect(took).toHaveLength(2 * TIMES);
	expect(took.filter((ms) => ms > STOPPED_WITHIN_MS)).toEqual([]);
	process.stderr.write(`Refused after ${Math.min(...took)} to ${Math.max(...took)} ms.\n`);
});
