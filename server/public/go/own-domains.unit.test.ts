import type pg from "pg";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createOwnDomains } from "./own-domains.ts";

const rowOf = (host: string, isServed = true) => ({ id: 1, host, userSlug: "ada", isServed });

test("what keeps a list of hosts hears of those that are served, all and one by one (P627)", async () => {
	const rows = [rowOf("a.example"), rowOf("lost.example", false)];
	const answer = (host: string | null) => rows.filter((row) => host === null || row.host === host);
	const pool = { query: async (_text: string, [host]: [string | null]) => ({ rows: answer(host) }) };
	const servedHosts = { replace: vi.fn(), set: vi.fn() };
	const domains = createOwnDomains({
		pool: pool as unknown as pg.Pool,
		linkCache: { invalidateOwner: () => {} },
		origins: { publicOrigin: "https://visualink.example", linksOrigin: "https://visualink.example" },
		servedHosts,
		log: pino({ level: "silent" }),
	});
	await domains.start();
	expect(servedHosts.replace.mock.calls).toEqual([[["a.example"]]]);

	rows.push(rowOf("b.example"));
	domains.changed("b.example");
	domains.changed("lost.example");
	domains.changed("gone.example");
	await expect
		.poll(() => servedHosts.set.mock.calls)
		.toEqual([
			["b.example", true],
			["lost.example", false],
			["gone.example", false],
		]);
	await domains.stop();
});
