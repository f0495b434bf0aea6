import { expect, test } from "vitest";
import { runDurability } from "#server/testing/durability/durability.ts";
import { freePort } from "#server/testing/machine/free-port.ts";

test("the service and its database are killed under load: answered <= counted <= sent, nothing twice", async () => {
	const result = await runDurability({
		port: await freePort(),
		connections: 8,
		appKills: 3,
		databaseKills: 1,
		outageMs: 1_500,
	});
	expect(result).toMatchObject({ wrongLinks: 0, wrongCounters: 0, failedInOutage: 0 });
	expect(result.answered).toBeGreaterThan(100);
}, 180_000);
