import { Counter, Gauge, Histogram } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { ViewCounts } from "./view-keeper.ts";
import type { SpoolBacklog } from "./view-spool.ts";

type Options = {
	counts: ViewCounts;
	state: () => { waiting: number; inMemory: number; isUnavailable: boolean };
	backlog: () => Promise<SpoolBacklog>;
};

const HELP: Record<keyof ViewCounts, string> = {
	recorded: "Views that came",
	committed: "Views that the database took at once",
	spooled: "Views kept on the disk while the database was away or slow",
	replayed: "Views sent from the disk to the database",
	dropped: "Views that nothing kept: no database, no disk, no memory left",
	refused: "Views that the database refused for their data",
	damaged: "Records of the spool whose checksum was wrong",
};
/** In seconds; a batch waits 0.25 for the database. */
const SAVES_UP_TO = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1];

/** Metrics of views by outcome and of waiting ones; `saves` times batches. */
export function viewMetrics({ counts, state, backlog }: Options): { saves: Histogram; metrics: PartRegistry[] } {
	const views = new PartRegistry("views", () => {
		const now = state();
		waiting.set(now.waiting);
		inMemory.set(now.inMemory);
		isUnavailable.set(Number(now.isUnavailable));
	});
	for (const [name, help] of Object.entries(HELP)) {
		new Counter({
			...{ name: `visualink_views_${name}_total`, help },
			registers: [views],
			collect() {
				this.reset();
				this.inc(counts[name as keyof ViewCounts]);
			},
		});
	}
	const saves = new Histogram({
		name: "visualink_view_save_duration_seconds",
		help: "Time to make a batch of views durable",
		buckets: SAVES_UP_TO,
		registers: [views],
	});
	const waiting = new Gauge({
		name: "visualink_views_waiting",
		help: "Views whose visitors wait for them to be durable",
		registers: [views],
	});
	const inMemory = new Gauge({
		name: "visualink_views_in_memory",
		help: "Views that neither the database nor the disk took yet",
		registers: [views],
	});
	const isUnavailable = new Gauge({
		name: "visualink_views_database_away",
		help: "Whether views go to the disk instead of the database",
		registers: [views],
	});
	return { saves, metrics: [views, spoolMetrics(backlog)] };
}

function spoolMetrics(backlog: Options["backlog"]): PartRegistry {
	const spool = new PartRegistry("spool", async () => {
		const waiting = await backlog();
		files.set(waiting.files);
		bytes.set(waiting.bytes);
		oldestSeconds.set(waiting.oldestAgeSeconds);
	});
	const files = new Gauge({
		name: "visualink_view_spool_files",
		help: "Files of views that wait, of every process with this DATA_DIR",
		registers: [spool],
	});
	const bytes = new Gauge({ name: "visualink_view_spool_bytes", help: "Size of these files", registers: [spool] });
	const oldestSeconds = new Gauge({
		name: "visualink_view_spool_oldest_age_seconds",
		help: "Age of the oldest of these files; 0: none",
		registers: [spool],
	});
	return spool;
}
