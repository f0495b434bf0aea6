import type { Subject } from "#server/analytics/chart-days.ts";
import type { ChartAsked } from "#server/analytics/chart-span.ts";
import type { Chart, Range, TagCounts } from "#shared/analytics/chart.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createBrowser } from "../app/browser.ts";
import { consentByHand, planByHand } from "../app/by-hand.ts";
import { signIn } from "../app/sign-up.ts";
import { until } from "../app/until.ts";
import type { Rig } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";

const SIGN_IN_MS = 60_000;
const EMAIL = "charts@example.com";

export type ChartAccount = Awaited<ReturnType<typeof openChartAccount>>;

/** Someone signed in at the built service, who has accepted the terms and has the plan that sees a year. */
export async function openChartAccount(rig: Rig) {
	const service = await startOnRig(rig, { LOG_LEVEL: "error" });
	const browser = createBrowser(service.origin);
	const idOf = async () => (await rig.pool.query("SELECT id FROM users WHERE email = $1", [EMAIL])).rows[0]?.id ?? "";
	// A machine that does much else may be too slow for the first tries.
	await until(async () => (await signIn(browser, EMAIL).then(idOf, () => "")) !== "", SIGN_IN_MS);
	await consentByHand(rig.pool, EMAIL);
	await planByHand(rig.pool, EMAIL);
	const userId: string = await idOf();
	return {
		userId,
		/** As the screen asks for it. */
		async chart(subject: Subject, asked: Omit<ChartAsked, "values">): Promise<Chart> {
			const where = "link" in subject ? API.analytics.linkChart(subject.link) : API.analytics.account;
			const { range, zone, only } = asked;
			const span = typeof range === "string" ? { range } : { range: "days", ...range };
			const answer = await browser.get(`${where}?${new URLSearchParams({ ...span, zone, ...only })}`);
			if (answer.status !== 200) throw new Error(`${answer.status} for ${answer.url}: ${await answer.text()}`);
			return (await answer.json()) as Chart;
		},
		async tags(range: Range): Promise<TagCounts> {
			const answer = await browser.get(`${API.analytics.tags}?${new URLSearchParams({ range })}`);
			if (answer.status !== 200) throw new Error(`${answer.status} for ${answer.url}: ${await answer.text()}`);
			return (await answer.json()) as TagCounts;
		},
		pid: service.pid,
		async stop(): Promise<void> {
			await service.stop();
		},
		start: service.start,
	};
}
