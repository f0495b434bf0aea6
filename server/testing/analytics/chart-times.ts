import type pg from "pg";
import type { Subject } from "#server/analytics/chart-days.ts";
import { RANGES } from "#shared/analytics/chart.ts";
import { cpuSecondsOf, cpuSecondsOfChildren, postmasterOf } from "../machine/cpu-time.ts";
import type { ChartAccount } from "./chart-account.ts";
import { TAGGED_LINKS } from "./chart-fill.ts";
import { randomFrom } from "./chart-truth.ts";

const P95_LIMIT_MS = 200;
const TAGS_P95_LIMIT_MS = 300;

type Options = {
	account: ChartAccount;
	pool: pg.Pool;
	links: number;
	/** How often each is asked for. */
	times: number;
	say: (what: string, figure: string) => void;
};

/**
 * Times each range of the account, its busiest link, and any link, with and without a filter, and views by tag; tells the CPU time that
 * service and database took, which other work on the machine hardly changes. Ends with code 1 where a p95 is over its limit.
 */
export async function timeCharts({ account, pool, links, times, say }: Options): Promise<void> {
	if (times === 0) return;
	const random = randomFrom(3);
	const subjects: Record<string, () => Subject> = {
		"the account": () => ({ user: account.userId }),
		"its busiest link": () => ({ link: 1 }),
		"any link": () => ({ link: 1 + random(links) }),
	};
	const postmaster = await postmasterOf(pool);
	// What has ended meanwhile is counted by its parent.
	const database = () => cpuSecondsOf(postmaster) + cpuSecondsOfChildren(postmaster);
	const cpu = () => [cpuSecondsOf(account.pid()), database()] as const;
	for (const range of Object.keys(RANGES) as (keyof typeof RANGES)[]) {
		for (const [name, subject] of Object.entries(subjects)) {
			for (const only of [null, { dimension: "source", value: "letter" } as const]) {
				await time(`${range} of ${name}${only ? ", one source" : ""}`, P95_LIMIT_MS, () =>
					account.chart(subject(), { range, zone: "Asia/Kathmandu", only }),
				);
			}
		}
	}
	const tag = { dimension: "tag", value: "Tag 7" } as const;
	for (const range of ["90d", "12m"] as const) {
		await time(`${range} by tag, ${TAGGED_LINKS} tagged links`, TAGS_P95_LIMIT_MS, () => account.tags(range));
		await time(`${range} of the account, one tag`, TAGS_P95_LIMIT_MS, () =>
			account.chart({ user: account.userId }, { range, zone: "UTC", only: tag }),
		);
	}

	async function time(what: string, limit: number, ask: () => Promise<unknown>): Promise<void> {
		const taken: number[] = [];
		const before = cpu();
		while (taken.length < times) {
			const at = performance.now();
			await ask();
			taken.push(performance.now() - at);
		}
		const [own, its] = cpu().map((seconds, n) => ((seconds - (before[n] ?? 0)) * 1_000) / times);
		taken.sort((a, b) => a - b);
		const [p50 = 0, p95 = 0] = [0.5, 0.95].map((share) => taken[Math.floor(taken.length * share)]);
		const verdict = p95 <= limit ? "ok" : "OVER";
		if (verdict === "OVER") process.exitCode = 1;
		const metrics = `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, limit ${limit} ms: ${verdict}`;
		say(what, `${metrics}; CPU ${own?.toFixed(0)} + ${its?.toFixed(0)} ms`);
	}
}
