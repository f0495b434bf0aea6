import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Chart } from "#shared/analytics/chart.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Account } from "./messages.ts";
import { createShooter } from "./shots.ts";

const STRIPE_CALLS = /^visualink_stripe_request_duration_seconds_count\S* (\S+)$/gm;
/** Views are folded for charts within this, on a busy machine. */
const AGGREGATED_MS = 20_000;

/** Calls to Stripe since the service's start. */
export async function stripeCalls(port: number, token: string): Promise<number> {
	const text = await (
		await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
	).text();
	return [...text.matchAll(STRIPE_CALLS)].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Bytes of the files below a folder. */
export async function bytesBelow(aggregator: string): Promise<number> {
	const entries = await readdir(aggregator, { recursive: true, withFileTypes: true }).catch(() => []);
	const files = entries.filter((entry) => entry.isFile());
	const sizes = await Promise.all(
		files.map(({ parentPath, name }) =>
			stat(path.join(parentPath, name)).then(
				({ size }) => size,
				() => 0,
			),
		),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}

/** How many of the ten real sources of an attack with made-up ones the chart of its link shows. */
export async function realSources(port: number, { cookie, links }: Account): Promise<number> {
	const shooter = createShooter({ port });
	const address = `${API.analytics.linkChart(links[0]?.id ?? 0)}?range=7d&zone=UTC`;
	let most = 0;
	for (const until = performance.now() + AGGREGATED_MS; most < 10 && performance.now() < until; ) {
		await delay(1_000);
		const { body } = await shooter.send({ method: "GET", path: address, cookie });
		const [sources = []] = (JSON.parse(body.toString()) as Chart).breakdowns.source ?? [];
		most = Math.max(most, sources.filter(([value]) => value.startsWith("real-")).length);
	}
	shooter.close();
	return most;
}
