import { createFileEncoder, decodeGroups, digestOf } from "./archive-file.ts";
import {
	type ArchivedFile,
	type ArchiveManifest,
	bucketOf,
	pathOf,
	readArchived,
	readManifest,
	writeManifest,
} from "./archive-manifest.ts";
import { writeFile } from "./archive-month.ts";
import { type ArchiveStore, sha256Of } from "./archive-store.ts";

/** Erased links, with the bytes of their owners (`ownerByte`); null: any. They have no views before `since`. */
export type Erased = { since: Date; linkIds: ReadonlySet<number>; ownerBytes: ReadonlySet<number | null> };

/**
 * Rewrites a month's files without the views of these links (P695). A file is replaced before its manifest: after a
 * crash in between, the next run corrects the manifest.
 * @returns the manifest, new if anything was to erase
 */
export async function eraseFromMonth(
	store: ArchiveStore,
	{ month, erased, stopping }: { month: string; erased: Erased; stopping?: AbortSignal | undefined },
): Promise<ArchiveManifest> {
	const listed = await readManifest(store, month);
	const buckets = new Set([...erased.ownerBytes].map((byte) => byte && byte & (listed.buckets - 1)));
	const files = [...listed.files];
	let manifest = listed;
	for (const [at, file] of listed.files.entries()) {
		if (stopping?.aborted) break;
		if (!buckets.has(null) && !buckets.has(bucketOf(file))) continue;
		const rewritten = await eraseFromFile(store, month, file, erased.linkIds);
		if (rewritten === file) continue;
		files[at] = rewritten;
		// At once, because readers compare each file with the manifest.
		manifest = await writeManifest(store, { ...listed, files });
	}
	return manifest;
}

/** @returns the same object if nothing has changed */
async function eraseFromFile(
	store: ArchiveStore,
	month: string,
	listed: ArchivedFile,
	linkIds: ReadonlySet<number>,
): Promise<ArchivedFile> {
	const file = await actual(store, month, listed);
	const bytes = await readArchived(store, month, file);
	const found = await decodeGroups(bytes, { linkIds }).next();
	if (found.done) return file;
	const encoder = createFileEncoder();
	for await (const { rows } of decodeGroups(bytes)) {
		for (const row of rows) if (!linkIds.has(row[1])) encoder.add(row);
	}
	// An emptied file stays, so that a missing one is always damage.
	return writeFile(store, { month, file: file.file }, encoder);
}

/** The file as it is: with fewer rows than listed if its erasure was interrupted before the manifest. */
async function actual(store: ArchiveStore, month: string, listed: ArchivedFile): Promise<ArchivedFile> {
	const bytes = await store.read(pathOf(month, listed.file));
	if (bytes === null || sha256Of(bytes) === listed.sha256) return listed;
	const { rows } = await digestOf(bytes);
	return rows < listed.rows ? { ...listed, rows, bytes: bytes.byteLength, sha256: sha256Of(bytes) } : listed;
}
