import { closeSync, fstatSync, ftruncateSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Entry, readEntries, rewrite, rewriteInSlices, writeWhole } from "./journal-file.ts";

export type Journal = {
	/** Everything that was on disk when the journal was opened. */
	initial: Map<string, unknown>;
	/** Marks a key as changed; its value is read when the next group is written. */
	touch: (key: string) => void;
	/**
	 * Resolves once every change touched so far is on disk (one write for all that gathered meanwhile). When it can't be
	 * written (disk full, folder gone), it rejects, and the changes are written with the next that can.
	 */
	flush: () => Promise<void>;
	close: () => Promise<void>;
};

const COMPACT_AFTER_BYTES = 32 * 1024 * 1024;

/**
 * An append-only file of JSON lines, one line a group of changes, so that state survives `kill -9`:
 * a half-written last line is dropped when the file is read again. Rewritten whole (temporary file,
 * then rename) at every opening, whenever it has grown by 32 MB and to twice its size, and when someone has removed it.
 * Throws when what is on disk can't be read: nothing of it is thrown away unasked.
 */
export function openJournal(options: {
	folder: string;
	/** Growth after which the file is rewritten whole. */
	compactAfterBytes?: number;
	read: (key: string) => unknown;
	all: () => Iterable<Entry>;
}): Journal {
	const path = join(options.folder, "state.jsonl");
	const { folder, compactAfterBytes = COMPACT_AFTER_BYTES } = options;
	mkdirSync(folder, { recursive: true });
	const initial = readEntries(path);
	let file = rewrite(path, initial);
	let size = fstatSync(file).size;
	let compactAt = size + Math.max(size, compactAfterBytes);
	let isTorn = false;
	let dirty = new Set<string>();
	let writing: Promise<void> | undefined;
	let queued: Promise<void> | undefined;

	/** What changes meanwhile is in the next group. */
	const startAnew = async () => {
		mkdirSync(folder, { recursive: true });
		const old = file;
		file = await rewriteInSlices(path, options.all());
		closeSync(old);
		size = fstatSync(file).size;
		compactAt = size + Math.max(size, compactAfterBytes);
		isTorn = false;
	};

	const compact = async () => {
		try {
			await startAnew();
		} catch {
			// The longer file is as good; there will be another time.
			compactAt += compactAfterBytes;
		}
	};

	const appendLine = async (line: Buffer) => {
		if (isTorn) ftruncateSync(file, size);
		isTorn = true;
		await writeWhole(file, line, size);
		isTorn = false;
		size += line.length;
	};

	const writeGroup = async () => {
		const keys = [...dirty];
		if (keys.length === 0) return;
		dirty = new Set();
		try {
			if (fstatSync(file).nlink === 0) return await startAnew();
			if (size >= compactAt) await compact();
			await appendLine(Buffer.from(`${JSON.stringify(keys.map((key) => [key, options.read(key) ?? null]))}\n`));
		} catch (error) {
			for (const key of keys) dirty.add(key);
			throw error;
		}
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
