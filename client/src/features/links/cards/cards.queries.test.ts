import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "#client/lib/query-client.ts";
import { latestDeliveriesQuery } from "./cards.queries.ts";

afterEach(() => vi.unstubAllGlobals());

it("asks once for the newest fetches, however many rows scroll into view", async () => {
	const ask = vi.fn(async () => Response.json([]));
	vi.stubGlobal("fetch", ask);
	const client = createQueryClient();
	for (let row = 0; row < 3; row += 1) {
		await client.fetchQuery(latestDeliveriesQuery);
	}
	expect(ask).toHaveBeenCalledTimes(1);
});
