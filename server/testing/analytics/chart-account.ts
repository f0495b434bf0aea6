import path from "node:path";
import type { ChartAsked } from "#server/analytics/chart-span.ts";
import type { Subject } from "#server/analytics/charts.ts";
import type { Chart } from "#shared/analytics/chart.ts";
import { API } from "#shared/api-paths.ts";
import { createBrowser } from "../app/browser.ts";
import { signIn } from "../app/sign-up.ts";
import { until } from "../app/until.ts";
import { startService } from "../machine/built-service.ts";
import { freePort } from "../machine/free-port.ts";
import type { Rig } from "../machine/fresh-database.ts";

const SIGN_IN_MS = 60_000;
const EMAIL = "charts@example.com";

export type ChartAccount = Awaited<ReturnType<typeof openChartAccount>>;

/** Somebody signed in at the built service, who has accepted the terms and has the plan that sees a year. */
export async function openChartAccount(rig: Rig) {
	const port = await freePort();
	const env = {
		...{ PORT: String(port), DATABASE_URL: rig.databaseUrl, DATA_DIR: path.join(rig.dataDir, "service") },
		LOG_LEVEL: "error",
	};
	let service = await startService(env);
	const browser = createBrowser(`http://localhost:${port}`);
	const idOf = async () => (await rig.pool.query("SELECT id FROM users WHERE email = $1", [EMAIL])).rows[0]?.id ?? "";
	// A machine that does much else may be too slow for the first tries.
	await until(async () => (await signIn(browser, EMAIL).then(idOf, () => "")) !== "", SIGN_IN_MS);
	await rig.pool.query("INSERT INTO user_consents (user_id) SELECT id FROM users WHERE email = $1", [EMAIL]);
	await rig.pool.query(
		`INSERT INTO subscriptions (user_id, stripe_subscription_id, stripe_price_id, status, plan_id, is_annual,
			current_period_start, current_period_end, cancel_at_period_end)
		SELECT id, 'sub_by_hand', 'price_by_hand', 'active', 'enterprise', false, now(), now() + interval '1 year', false
		FROM users WHERE email = $1`,
		[EMAIL],
	);
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
		pid: () => service.process.pid ?? 0,
		async stop(): Promise<void> {
			await service.stop();
		},
		async start(): Promise<void> {
			service = await startService(env);
		},
	};
}
