import { type FSWatcher, type Stats, statSync, watch } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";

/** A file being written is complete after being unchanged this long. */
const QUIET_MS = 150;

type Options = {
	files: readonly string[];
	changed: (file: string) => void;
	log: Pick<Logger, "warn">;
};

/** Detects changed files. Watches their folders, because a renamed file is another inode; logs once if it can't. */
export function watchFiles({ files, changed, log }: Options): { start(): void; stop(): void } {
	const known = new Map<string, string>();
	const timers = new Map<string, NodeJS.Timeout>();
	let watchers: FSWatcher[] = [];
	let isStopped = true;

	async function look(file: string, before: string | undefined): Promise<void> {
		timers.delete(file);
		const present = await signature(file);
		if (isStopped || present === null || present === known.get(file)) return;
		if (present !== before) return lookSoon(file, present);
		known.set(file, present);
		changed(file);
	}

	function lookSoon(file: string, before?: string): void {
		timers.set(file, setTimeout(() => void look(file, before), QUIET_MS).unref());
	}

	function watchFolder(folder: string): void {
		const own = files.filter((file) => path.dirname(file) === folder);
		const failed = (error: unknown) =>
			log.warn({ err: error, folder }, "changes of lists in this folder are noticed once an hour only");
		try {
			const watcher = watch(folder, { persistent: false }, () => {
				for (const file of own) if (!timers.has(file)) lookSoon(file);
			});
			watchers.push(watcher.on("error", failed));
		} catch (error) {
			failed(error);
		}
	}

	function remember(file: string): void {
		try {
			known.set(file, signatureOf(statSync(file)));
		} catch {
			// Missing or unreadable: its first complete version is a change.
		}
	}

	return {
		start() {
			isStopped = false;
			// Immediately: everything written from here on is a change.
			for (const file of files) remember(file);
			for (const folder of new Set(files.map((file) => path.dirname(file)))) watchFolder(folder);
		},
		stop() {
			isStopped = true;
			for (const watcher of watchers) watcher.close();
			watchers = [];
			for (const timer of timers.values()) clearTimeout(timer);
			timers.clear();
		},
	};
}

/** Changes whenever the file is another one; null without a file. */
async function signature(file: string): Promise<string | null> {
	const found = await stat(file).catch(() => null);
	return found && signatureOf(found);
}

function signatureOf({ ino, size, mtimeMs }: Stats): string {
	return `${ino} ${size} ${mtimeMs}`;
}
