import { closeSync, fsync, fsyncSync, openSync, readFileSync, renameSync, rmSync, write, writeFileSync } from "node:fs";
import { promisify } from "node:util";

export type Entry = [key: string, value: unknown];

/** Of one line when the file is rewritten: about as much as is written without keeping anyone waiting. */
const ENTRIES_OF_A_LINE = 200;
const writeAt = promisify(write);
const synchronise = promisify(fsync);

/** The last value of each key; a half-written last line counts for nothing. Throws when a line can't be read. */
export function readEntries(path: string): Map<string, unknown> {
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

/** Replaces the file (temporary file, then rename), and answers the new one, open. */
export function rewrite(path: string, entries: Iterable<Entry>): number {
	const file = openSync(temporary(path), "w", 0o600);
	try {
		for (const line of linesOf(entries)) writeFileSync(file, line);
		fsyncSync(file);
		renameSync(temporary(path), path);
		return file;
	} catch (error) {
		giveUp(path, file);
		throw error;
	}
}

/** The same, letting others have their turn after each line. */
export async function rewriteInSlices(path: string, entries: Iterable<Entry>): Promise<number> {
	const file = openSync(temporary(path), "w", 0o600);
	try {
		let size = 0;
		for (const line of linesOf(entries)) {
			await writeWhole(file, line, size);
			size += line.length;
		}
		await synchronise(file);
		renameSync(temporary(path), path);
		return file;
	} catch (error) {
		giveUp(path, file);
		throw error;
	}
}

/** Writes all of these bytes at a place of the file. */
export async function writeWhole(file: number, bytes: Buffer, position: number): Promise<void> {
	for (let at = 0; at < bytes.length; ) {
		at += (await writeAt(file, bytes, at, bytes.length - at, position + at)).bytesWritten;
	}
}

function* linesOf(entries: Iterable<Entry>): Iterable<Buffer> {
	let line: Entry[] = [];
	for (const entry of entries) {
		line.push(entry);
		if (line.length < ENTRIES_OF_A_LINE) continue;
		yield asLine(line);
		line = [];
	}
	if (line.length > 0) yield asLine(line);
}

function asLine(entries: Entry[]): Buffer {
	return Buffer.from(`${JSON.stringify(entries)}\n`);
}

function temporary(path: string): string {
	return `${path}.new`;
}

function giveUp(path: string, file: number): void {
	closeSync(file);
	rmSync(temporary(path), { force: true });
}
