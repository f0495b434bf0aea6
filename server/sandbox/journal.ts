import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, write, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

type Entry = [key: string, value: unknown];

export type Journal = {
	/** Everything that was on disk when the journal was opened. */
	initial: Map<string, unknown>;
	/** Marks a key as changed; its value is read when the next group is written. */
	touch: (key: string) => void;
	/** Resolves once every change touched so far is on disk (one write for all that gathered meanwhile). */
	flush: () => Promise<void>;
	close: () => Promise<void>;
};

const COMPACT_AFTER_BYTES = 32 * 1024 * 1024;
const append = promisify(write);

/**
 * An append-only file of JSON lines, one line a group of changes, so that state survives `kill -9`:
 * a half-written last line is dropped when the file is read again. Rewritten whole (temporary file,
 * then rename) at every opening and whenever it has grown past 32 MB.
 */
export function openJournal(options: {
	folder: string;
	/** Size past which the file is rewritten whole. */
	compactAfterBytes?: number;
	read: (key: string) => unknown;
	all: () => Iterable<Entry>;
}): Journal {
	const path = join(options.folder, "state.jsonl");
	mkdirSync(options.folder, { recursive: true });
	const { compactAfterBytes = COMPACT_AFTER_BYTES } = options;
	const initial = readEntries(path);
	let file = rewrite(path, initial);
	let bytes = 0;
	let dirty = new Set<string>();
	let writing: Promise<void> | undefined;
	let queued: Promise<void> | undefined;

	const writeGroup = async () => {
		const keys = [...dirty];
		if (keys.length === 0) return;
		const line = Buffer.from(`${JSON.stringify(keys.map((key) => [key, options.read(key) ?? null]))}\n`);
		dirty = new Set();
		try {
			for (let at = 0; at < line.length; ) at += (await append(file, line, at)).bytesWritten;
		} catch (error) {
			for (const key of keys) dirty.add(key);
			throw error;
		}
		bytes += line.length;
		if (bytes < compactAfterBytes) return;
		const old = file;
		file = rewrite(path, options.all());
		bytes = 0;
		closeSync(old);
	};

	const flush = (): Promise<void> => {
		if (!writing) {
			writing = writeGroup().finally(() => {
				writing = undefined;
			});
			return writing;
		}
		queued ??= writing
			.catch(() => {})
			.then(() => {
				queued = undefined;
				return flush();
			});
		return queued;
	};

	return {
		initial,
		touch: (key) => dirty.add(key),
		flush,
		close: async () => {
			await flush();
			closeSync(file);
		},
	};
}

function readEntries(path: string): Map<string, unknown> {
	const entries = new Map<string, unknown>();
	for (const line of readIfThere(path).split("\n").slice(0, -1)) {
		for (const [key, value] of JSON.parse(line) as Entry[]) {
			if (value === null) entries.delete(key);
			else entries.set(key, value);
		}
	}
	return entries;
}

function readIfThere(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
		throw error;
	}
}

function rewrite(path: string, entries: Iterable<Entry>): number {
	const temporary = `${path}.new`;
	const file = openSync(temporary, "w", 0o600);
	const all = [...entries];
	if (all.length > 0) writeFileSync(file, `${JSON.stringify(all)}\n`);
	fsyncSync(file);
	renameSync(temporary, path);
	return file;
}
