import { expect, it } from "vitest";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { viewMetrics } from "./view-metrics.ts";

const counts = { recorded: 1, committed: 2, spooled: 3, replayed: 4, dropped: 5, refused: 6, damaged: 7 };
const state = { waiting: 8, inMemory: 9, isUnavailable: true };

function read() {
	const backlog = async () => ({ files: 10, bytes: 11, oldestAgeSeconds: 12 });
	const { saves, metrics } = viewMetrics({ counts, state: () => state, backlog });
	saves.observe(0.5);
	return metrics;
}

it("tells what became of views, and what of them waits", async () => {
	const [views] = read();
	expect(views?.part).toBe("views");
	for (let scrapes = 0; scrapes < 2; scrapes += 1)
		expect(views && (await samplesOf(views))).toMatchObject({
			visualink_views_recorded_total: 1,
			visualink_views_committed_total: 2,
			visualink_views_spooled_total: 3,
			visualink_views_replayed_total: 4,
			visualink_views_dropped_total: 5,
			visualink_views_refused_total: 6,
			visualink_views_damaged_total: 7,
			'visualink_view_save_duration_seconds_bucket{le="0.3"}': 0,
			'visualink_view_save_duration_seconds_bucket{le="0.5"}': 1,
			visualink_view_save_duration_seconds_count: 1,
			visualink_views_waiting: 8,
			visualink_views_in_memory: 9,
			visualink_views_database_away: 1,
		});
});

it("tells what of them waits on the disk", async () => {
	const [, spool] = read();
	expect(spool?.part).toBe("spool");
	expect(spool && (await samplesOf(spool))).toEqual({
		visualink_view_spool_files: 10,
		visualink_view_spool_bytes: 11,
		visualink_view_spool_oldest_age_seconds: 12,
	});
});

it("explains each of them, in words of its own", () => {
	const words = read().flatMap((part) => part.getMetricsAsArray().map(({ help }) => help.trim()));
	expect(words).toHaveLength(14);
	expect(words.filter((help) => help.length < 10)).toEqual([]);
	expect(new Set(words).size).toBe(words.length);
});
