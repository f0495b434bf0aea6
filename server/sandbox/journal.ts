import {
	closeSync,
	fstatSync,
	fsyncSync,
	ftruncateSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	write,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

type Entry = [key: string, value: unknown];

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
/** Of one line when the file is rewritten: a text has a longest length. */
const ENTRIES_OF_A_LINE = 500;
const writeAt = promisify(write);

/**
 * An append-only file of JSON lines, one line a group of changes, so that state survives `kill -9`:
 * a half-written last line is dropped when the file is read again. Rewritten whole (temporary file,
 * then rename) at every opening, whenever it has grown past 32 MB, and when somebody has removed it.
 * Throws when what is on disk can't be read: nothing of it is thrown away unasked.
 */
export function openJournal(options: {
	folder: string;
	/** Size past which the file is rewritten whole. */
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
	let compactAt = size + compactAfterBytes;
	let isTorn = false;
	let dirty = new Set<string>();
	let writing: Promise<void> | undefined;
	let queued: Promise<void> | undefined;

	const startAnew = () => {
		mkdirSync(folder, { recursive: true });
		const old = file;
		file = rewrite(path, options.all());
		closeSync(old);
		size = fstatSync(file).size;
		compactAt = size + compactAfterBytes;
		isTorn = false;
	};

	const compact = () => {
		try {
			startAnew();
		} catch {
			// The longer file is as good; there will be another time.
			compactAt += compactAfterBytes;
		}
	};

	const appendLine = async (line: Buffer) => {
		if (isTorn) ftruncateSync(file, size);
		isTorn = true;
		for (let at = 0; at < line.length; ) {
			at += (await writeAt(file, line, at, line.length - at, size + at)).bytesWritten;
		}
		isTorn = false;
		size += line.length;
	};

	const writeGroup = async () => {
		const keys = [...dirty];
		if (keys.length === 0) return;
		dirty = new Set();
		try {
			if (fstatSync(file).nlink === 0) return startAnew();
			if (size >= compactAt) compact();
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

function readEntries(path: string): Map<string, unknown> {
	const entries = new Map<string, unknown>();
	for (const [index, line] of readIfThere(path).split("\n").slice(0, -1).entries()) {
		for (const [key, value] of readLine(line, `${path}, line ${index + 1}`)) {
			if (value === null) entries.delete(key);
			else entries.set(key, value);
		}
	}
	return entries;
}

function readLine(line: string, place: string): Entry[] {
	try {
		return JSON.parse(line) as Entry[];
	} catch (cause) {
		throw new Error(`The sandbox's state can't be read (${place}). Delete the file to start afresh.`, { cause });
	}
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
	try {
		const all = [...entries];
		for (let at = 0; at < all.length; at += ENTRIES_OF_A_LINE) {
			writeFileSync(file, `${JSON.stringify(all.slice(at, at + ENTRIES_OF_A_LINE))}\n`);
		}
		fsyncSync(file);
		renameSync(temporary, path);
		return file;
	} catch (error) {
		closeSync(file);
		rmSync(temporary, { force: true });
		throw error;
	}
}
