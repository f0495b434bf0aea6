import { createWriteStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { codeOf } from "#server/platform/work/error-code.ts";
import { makeFolder } from "#server/platform/work/make-folder.ts";
import { CommandError } from "../command-error.ts";
import type { Bucket } from "./bucket.ts";
import { checkFiles, type Fingerprint } from "./fingerprints.ts";
import { MANIFEST, type Manifest, parseManifest } from "./manifest.ts";

/** Small enough for one call to any storage, and for memory, in bytes. */
const PART_BYTES = 32 * 1024 * 1024;
const BACKUPS = "backups/";
const OBJECTS = "objects/";
const keyOf = (name: string) => `${BACKUPS}${name}/${MANIFEST}`;

/** Each content is stored once, however many backups have it, in parts: `objects/<sha256>/<n>`. */
function partsOf({ sha256, bytes }: Fingerprint): { key: string; start: number; bytes: number }[] {
	const count = Math.max(1, Math.ceil(bytes / PART_BYTES));
	return Array.from({ length: count }, (_, n) => {
		const start = n * PART_BYTES;
		return { key: `${OBJECTS}${sha256}/${n}`, start, bytes: Math.min(PART_BYTES, bytes - start) };
	});
}

/** Copies a backup into a bucket, under the name of its folder; its manifest last, so that what has one is whole. */
export async function storeOffSite(bucket: Bucket, folder: string, { files }: Manifest): Promise<{ copied: number }> {
	const there = await bucket.list(OBJECTS);
	let copied = 0;
	for (const [name, file] of Object.entries(files)) {
		for (const { key, start, bytes } of partsOf(file)) {
			if (there.get(key) === bytes) continue;
			await bucket.put(key, await readPart(path.join(folder, name), start, bytes));
			there.set(key, bytes);
			copied += bytes;
		}
	}
	await bucket.put(keyOf(path.basename(folder)), await readFile(path.join(folder, MANIFEST)));
	return { copied };
}

/** Names of the backups in a bucket, oldest first. */
export async function namesOffSite(bucket: Bucket): Promise<string[]> {
	const keys = [...(await bucket.list(BACKUPS)).keys()];
	return keys.flatMap((key) => /^backups\/([^/]+)\/manifest\.json$/.exec(key)?.[1] ?? []).sort();
}

/**
 * Brings a backup back from a bucket into a new folder, every file checked.
 * @param name the newest one unless given
 * @throws CommandError when it isn't there, or isn't whole
 */
export async function fetchOffSite(bucket: Bucket, folder: string, name?: string): Promise<string> {
	const names = await namesOffSite(bucket);
	const wanted = name ?? names.at(-1);
	if (wanted === undefined) throw new CommandError(`The bucket ${bucket.name} holds no backup.`);
	const text = names.includes(wanted) ? await bucket.get(keyOf(wanted)) : null;
	if (text === null) {
		const newest = names.at(-1) ?? "none";
		throw new CommandError(`The bucket ${bucket.name} holds no backup ${wanted}; its newest is ${newest}.`);
	}
	const { files } = parseManifest(text.toString(), `${wanted}/${MANIFEST} in the bucket ${bucket.name}`);
	const fresh = `${folder}.new`;
	await rm(fresh, { recursive: true, force: true });
	try {
		await makeFolder(fresh, 0o700);
		for (const [file, is] of Object.entries(files)) await fetchFile(bucket, path.join(fresh, file), is);
		await checkFiles(fresh, files, []);
		await writeFile(path.join(fresh, MANIFEST), text, { mode: 0o600 });
		await rename(fresh, folder);
	} finally {
		await rm(fresh, { recursive: true, force: true });
	}
	return wanted;
}

/** Removes all but the newest backups from a bucket, and then what no backup needs any longer. */
export async function pruneOffSite(bucket: Bucket, keep: number): Promise<string[]> {
	const names = await namesOffSite(bucket);
	const kept = names.slice(-keep);
	const old = names.filter((name) => !kept.includes(name));
	const needed = new Set<string>();
	for (const name of kept) {
		const text = (await bucket.get(keyOf(name)))?.toString() ?? "";
		const { files } = parseManifest(text, `${name}/${MANIFEST} in the bucket ${bucket.name}`);
		for (const file of Object.values(files)) for (const { key } of partsOf(file)) needed.add(key);
	}
	await bucket.remove(old.map(keyOf));
	const objects = [...(await bucket.list(OBJECTS)).keys()];
	await bucket.remove(objects.filter((key) => !needed.has(key)));
	return old;
}

async function fetchFile(bucket: Bucket, file: string, is: Fingerprint): Promise<void> {
	await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
	async function* parts() {
		for (const { key } of partsOf(is)) {
			const part = await bucket.get(key);
			if (part === null)
				throw new CommandError(`The bucket ${bucket.name} lacks ${key}, a part of ${path.basename(file)}.`);
			yield part;
		}
	}
	await pipeline(Readable.from(parts()), createWriteStream(file, { mode: 0o600 })).catch((error: Error) => {
		// The system's own words lack the file.
		throw codeOf(error) === "ENOSPC" ? new CommandError(`${file} can't be written: the disk is full (ENOSPC).`) : error;
	});
}

async function readPart(name: string, start: number, bytes: number): Promise<Buffer> {
	const file = await open(name, "r");
	try {
		const part = Buffer.alloc(bytes);
		const { bytesRead } = await file.read(part, 0, bytes, start);
		if (bytesRead === bytes) return part;
		throw new CommandError(`${name} is shorter than its manifest says.`);
	} finally {
		await file.close();
	}
}
