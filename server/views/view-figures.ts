import { counter, type Figure, type Figures, gauge, histogram, type Times } from "#server/work/figures.ts";
import type { ViewMetrics } from "./view-keeper.ts";
import type { SpoolBacklog } from "./view-spool.ts";

type Options = {
	metrics: ViewMetrics;
	/** Times from a view's batch to its safety, in the database or in the spool. */
	saves: Pick<Times, "samples">;
	/** The present state. */
	state: () => { waiting: number; inMemory: number; isAway: boolean };
	backlog: () => Promise<SpoolBacklog>;
};

const HELP: Record<keyof ViewMetrics, string> = {
	recorded: "Views that came",
	committed: "Views that the database took at once",
	spooled: "Views kept on the disk while the database was away or slow",
	replayed: "Views sent from the disk to the database",
	dropped: "Views that nothing kept: no database, no disk, no memory left",
	refused: "Views that the database refused for their data",
	damaged: "Records of the spool whose checksum was wrong",
};

/** Metrics of views: what became of them, and which wait. */
export function viewFigures({ metrics, saves, state, backlog }: Options): Figures[] {
	const counts = (): Figure[] =>
		Object.entries(HELP).map(([name, help]) =>
			counter(`visualink_views_${name}_total`, help, metrics[name as keyof ViewMetrics]),
		);
	return [
		{
			part: "views",
			read() {
				const { waiting, inMemory, isAway } = state();
				return [
					...counts(),
					histogram("visualink_view_save_duration_seconds", "Time to make a batch of views durable", saves.samples()),
					gauge("visualink_views_waiting", "Views whose visitors wait for them to be durable", waiting),
					gauge("visualink_views_in_memory", "Views that neither the database nor the disk took yet", inMemory),
					gauge(
						"visualink_views_database_away",
						"Whether views go to the disk instead of the database",
						Number(isAway),
					),
				];
			},
		},
		{
			part: "spool",
			async read() {
				const { files, bytes, oldestAgeSeconds } = await backlog();
				return [
					gauge("visualink_view_spool_files", "Files of views that wait, of every process with this DATA_DIR", files),
					gauge("visualink_view_spool_bytes", "Size of these files", bytes),
					gauge(
						"visualink_view_spool_oldest_age_seconds",
						"Age of the oldest of these files; 0: none",
						oldestAgeSeconds,
					),
				];
			},
		},
	];
}
