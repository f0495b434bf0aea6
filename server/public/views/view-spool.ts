import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { createKeyedQueue } from "#server/platform/work/keyed-queue.ts";
import { isProcessAlive } from "#server/platform/work/process-alive.ts";
import { syncFolder } from "#server/platform/work/sync-folder.ts";
import type { CountedView } from "./counted-view.ts";

/** Age at which a segment is closed: one silent for longer has no owner. */
const SEGMENT_AGE_MS = 30_000;
const ABANDONED_AFTER_MS = 4 * SEGMENT_AGE_MS;
const SEGMENT_BYTES = 16 * 1024 * 1024;
const SUFFIX = ".views";
const NEWLINE = 0x0a;

export type SpoolBatch = { views: CountedView[]; damaged: number };

export type SpoolBacklog = { files: number; bytes: number; oldestAgeSeconds: number };

export type ViewSpool = {
	/** Resolves once the views are on disk. @throws if the disk refuses them; none is kept then */
	append(views: CountedView[]): Promise<void>;
	/** Closes the current segment; returns segments to replay: ours, and dead processes'. */
	seal(): Promise<string[]>;
	/** Reads a segment in batches, one in memory at a time, skipping damaged records. @throws if it can't be read */
	read(segment: string, size: number): AsyncGenerator<SpoolBatch>;
	remove(segment: string): Promise<void>;
	/** The backlog of all processes, including open segments. */
	backlog(): Promise<SpoolBacklog>;
	close(): Promise<void>;
};

/** A spool of views during database outages, shared by processes: a segment's name contains its owner. */
export function createViewSpool({ dir }: { dir: string }): ViewSpool {
	const owner = `${hostname()}~${process.pid}~${randomBytes(6).toString("hex")}`;
	let current: { file: FileHandle; bytes: number; openedAt: number } | null = null;
	let segments = 0;
	const queue = createKeyedQueue();

	function queued<T>(write: () => Promise<T>): Promise<T> {
		return queue.run(dir, write);
	}

	async function segment() {
		if (current && (current.bytes > SEGMENT_BYTES || Date.now() - current.openedAt > SEGMENT_AGE_MS))
			await closeCurrent();
		if (current === null) {
			await mkdir(dir, { recursive: true });
			segments += 1;
			const file = await open(path.join(dir, `${owner}~${segments}${SUFFIX}`), "ax", 0o600);
			current = { file, bytes: 0, openedAt: Date.now() };
			await syncFolder(dir);
		}
		return current;
	}

	async function closeCurrent(): Promise<void> {
		const closing = current;
		current = null;
		await closing?.file.close();
	}

	async function write(views: CountedView[]): Promise<void> {
		const into = await segment();
		const bytes = Buffer.from(views.map(record).join(""));
		try {
			await into.file.appendFile(bytes);
			await into.file.datasync();
			into.bytes += bytes.length;
		} catch (error) {
			// Half a batch may have been written: truncate it, or leave the segment with its valid records.
			await into.file.truncate(into.bytes).catch(() => closeCurrent());
			throw error;
		}
	}

	return {
		append: (views) => queued(() => write(views)),
		async seal() {
			const names = await queued(async () => {
				await closeCurrent();
				return readdir(dir).catch(() => []);
			});
			const takeable = await Promise.all(names.map((name) => isTakeable(dir, name)));
			return names.filter((_, index) => takeable[index]);
		},
		read: (name, size) => batchesOf(path.join(dir, name), size),
		remove: (name) => rm(path.join(dir, name), { force: true }),
		backlog: () => backlogOf(dir),
		close: () => queued(closeCurrent),
	};
}

async function backlogOf(dir: string): Promise<SpoolBacklog> {
	const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith(SUFFIX));
	// A segment replayed in the meantime no longer counts.
	const found = await Promise.all(names.map((name) => stat(path.join(dir, name)).catch(() => null)));
	const waiting = found.filter((each) => each !== null && each.size > 0);
	// Not every file system stores birth times.
	const begun = waiting.map((each) => each?.birthtimeMs || each?.mtimeMs || Date.now());
	return {
		files: waiting.length,
		bytes: waiting.reduce((sum, each) => sum + (each?.size ?? 0), 0),
		oldestAgeSeconds: begun.length > 0 ? Math.max(0, (Date.now() - Math.min(...begun)) / 1_000) : 0,
	};
}

function record(view: CountedView): string {
	const json = JSON.stringify(view);
	return `${checksum(json)} ${json}\n`;
}

async function* batchesOf(file: string, size: number): AsyncGenerator<SpoolBatch> {
	let batch: SpoolBatch = { views: [], damaged: 0 };
	for await (const line of linesOf(file)) {
		const view = parse(line);
		if (view === null) batch.damaged += 1;
		else if (batch.views.push(view) === size) {
			yield batch;
			batch = { views: [], damaged: 0 };
		}
	}
	if (batch.views.length + batch.damaged > 0) yield batch;
}

/** Skips what follows the last newline: an incomplete record of a dead process. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of createReadStream(file)) {
		rest = Buffer.concat([rest, chunk]);
		let start = 0;
		for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE, start)) {
			yield rest.subarray(start, end);
			start = end + 1;
		}
		rest = rest.subarray(start);
	}
}

function parse(line: Buffer): CountedView | null {
	const json = line.subarray(9);
	return line.toString("latin1", 0, 8) === checksum(json) ? JSON.parse(json.toString()) : null;
}

function checksum(text: string | Buffer): string {
	return crc32(text).toString(16).padStart(8, "0");
}

/** Ours once closed; another's once its process is gone, or, since process ids are reused, after a long silence. */
async function isTakeable(dir: string, name: string): Promise<boolean> {
	if (!name.endsWith(SUFFIX)) return false;
	const [host, pid] = name.split("~");
	if (host === hostname() && (Number(pid) === process.pid || !isProcessAlive(Number(pid)))) return true;
	const { mtimeMs } = await stat(path.join(dir, name)).catch(() => ({ mtimeMs: Date.now() }));
	return Date.now() - mtimeMs > ABANDONED_AFTER_MS;
}
