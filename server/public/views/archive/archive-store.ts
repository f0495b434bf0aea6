import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { S3Place } from "#server/platform/config/outside.ts";
import { codeOf } from "#server/platform/work/error-code.ts";
import { syncFolder } from "#server/platform/work/sync-folder.ts";

/** The folder in DATA_DIR or in the bucket. */
export const ARCHIVE_FOLDER = "views-archive";
/** A file that is being written; never part of an archive. */
export const UNFINISHED = ".tmp";

/** Files by their path below the archive's folder. A file is written whole or not at all. */
export type ArchiveStore = {
	/** Durable when this returns; replaces a file. */
	put(file: string, bytes: Uint8Array): Promise<void>;
	/** null: there is no such file. */
	read(file: string): Promise<Buffer | null>;
	/** All files, also unfinished ones. */
	list(): Promise<string[]>;
	remove(file: string): Promise<void>;
};

export type ArchivePlace = { dataDir: string; s3: S3Place | null };

/** The bucket of images, or a folder in DATA_DIR. The AWS SDK is large, so it is loaded only if used. */
export async function openArchiveStore({ dataDir, s3 }: ArchivePlace): Promise<ArchiveStore> {
	if (s3 === null) return openFolder(path.join(dataDir, ARCHIVE_FOLDER));
	const { openBucket } = await import("#server/platform/operator/backup/bucket.ts");
	const bucket = openBucket(s3);
	const keyOf = (file: string) => `${ARCHIVE_FOLDER}/${file}`;
	return {
		put: (file, bytes) => bucket.put(keyOf(file), bytes),
		read: (file) => bucket.get(keyOf(file)),
		list: async () => [...(await bucket.list(keyOf(""))).keys()].map((key) => key.slice(keyOf("").length)),
		remove: (file) => bucket.remove(keyOf(file)),
	};
}

export function sha256Of(bytes: Uint8Array): string {
	return createHash("sha256").update(bytes).digest("hex");
}

function openFolder(folder: string): ArchiveStore {
	return {
		async put(file, bytes) {
			const target = path.join(folder, file);
			await mkdir(path.dirname(target), { recursive: true });
			const unfinished = await open(`${target}${UNFINISHED}`, "w", 0o600);
			try {
				await unfinished.writeFile(bytes);
				await unfinished.sync();
			} finally {
				await unfinished.close();
			}
			await rename(`${target}${UNFINISHED}`, target);
			await syncFolder(path.dirname(target));
		},
		read: (file) => readFile(path.join(folder, file)).catch(nullIfMissing),
		async list() {
			const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIfMissing);
			return (found ?? [])
				.filter((entry) => entry.isFile())
				.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
		},
		remove: (file) => rm(path.join(folder, file), { force: true }),
	};
}

function nullIfMissing(error: unknown): null {
	if (codeOf(error) === "ENOENT") return null;
	throw error;
}
