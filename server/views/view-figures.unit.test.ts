import { expect, it } from "vitest";
import { createTimes, type Figure } from "#server/work/figures.ts";
import { viewFigures } from "./view-figures.ts";

const metrics = { recorded: 1, committed: 2, spooled: 3, replayed: 4, dropped: 5, refused: 6, damaged: 7 };
const state = { waiting: 8, inMemory: 9, isAway: true };

function figures() {
	const saves = createTimes([0.001]);
	saves.observe(0.5);
	const backlog = async () => ({ files: 10, bytes: 11, oldestAgeSeconds: 12 });
	return viewFigures({ metrics, saves, state: () => state, backlog });
}

/** Name, type and value of each; that of a histogram is how often it was observed. */
async function told(part: string): Promise<[string, string, number | undefined][]> {
	const read =
		(await figures()
			.find((each) => each.part === part)
			?.read()) ?? [];
	return read.map(({ name, type, samples }: Figure) => [name, type, samples.at(-1)?.value]);
}

it("tells what became of views, and what of them waits", async () => {
	expect(await told("views")).toEqual([
		["visualink_views_recorded_total", "counter", 1],
		["visualink_views_committed_total", "counter", 2],
		["visualink_views_spooled_total", "counter", 3],
		["visualink_views_replayed_total", "counter", 4],
		["visualink_views_dropped_total", "counter", 5],
		["visualink_views_refused_total", "counter", 6],
		["visualink_views_damaged_total", "counter", 7],
		["visualink_view_save_duration_seconds", "histogram", 1],
		["visualink_views_waiting", "gauge", 8],
		["visualink_views_in_memory", "gauge", 9],
		["visualink_views_database_away", "gauge", 1],
	]);
});

it("tells what of them waits on the disk", async () => {
	expect(await told("spool")).toEqual([
		["visualink_view_spool_files", "gauge", 10],
		["visualink_view_spool_bytes", "gauge", 11],
		["visualink_view_spool_oldest_age_seconds", "gauge", 12],
	]);
});

it("explains each of them, in words of its own", async () => {
	const all = (await Promise.all(figures().map((each) => each.read()))).flat();
	const words = all.map(({ help }) => help.trim());
	expect(words.filter((help) => help.length < 10)).toEqual([]);
	expect(new Set(words).size).toBe(all.length);
});
