import type { LoadOrder, LoadResult } from "#server/testing/load/load.ts";
import { ask } from "#server/testing/machine/built-service.ts";
import { atMost, exactly, type Figure, told } from "./report.ts";
import { people, type Rig } from "./rig.ts";

const CONNECTIONS = 16;

/** How people are answered for a while. In a process of its own, so that what else this one does costs the measuring nothing. */
export function measureVisitors(rig: Rig, port: number, measureMs = 3_000): Promise<LoadResult> {
	const next = people(rig.paths);
	const requests = rig.paths.map(() => String(next().request));
	const order: LoadOrder = { port, connections: CONNECTIONS, warmUpMs: 1_000, measureMs, requests };
	return ask<LoadResult>("server/testing/load/load.ts", order);
}

/** What people noticed of something: their p99 must not grow beyond `most` times that without it. */
export function noticedByVisitors(idle: LoadResult, troubled: LoadResult, what: string, most: number): Figure[] {
	return [
		told(`requests a second without ${what}`, idle.perSecond),
		told(`requests a second with ${what}`, troubled.perSecond),
		told(`p99 without ${what}, ms`, idle.p99),
		told(`p99 with ${what}, ms`, troubled.p99),
		atMost(`p99 with ${what}, in p99 without`, troubled.p99 / idle.p99, most),
		exactly(
			"answers other than 302",
			Object.keys(troubled.answered)
				.filter((status) => status !== "302")
				.join(),
			"",
		),
	];
}
