import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { CommandError } from "../command-error.ts";
import { type Fingerprint, fingerprint } from "./fingerprints.ts";

export const MANIFEST = "manifest.json";
export const DUMP = "database.dump";
/** What of the data folder is backed up, next to the dump; each may be missing. */
export const SPOOL = "view-spool";
export const KEPT = ["images", "originals", "views-archive", "session-secret", SPOOL];

/** Tables without which a database is not Visualink's, in every release. */
const OURS = ["drizzle.__drizzle_migrations", "public.links", "public.pictures", "public.users"];

const count = z.number().int().nonnegative();
/** Below the backup's folder: no absolute path, and none that leads out of it. */
const inside = z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/\0][^\0]*$/);
const storage = z.strictObject({ bucket: z.string(), endpoint: z.string().nullable() });

const shape = z.strictObject({
	format: z.literal(2),
	madeAt: z.iso.datetime(),
	/** Rows of each table, as `schema.table`, in the snapshot that was dumped. */
	counts: z.record(z.string(), count),
	pictures: z.strictObject({
		/** "files": in this backup. Otherwise the bucket that holds them; the backup has none. */
		at: z.union([z.literal("files"), storage]),
		/** How many of each the database names. */
		images: count,
		originals: count,
		/** Those that the service itself had lost by then, by name. */
		lost: z.array(z.string()),
	}),
	/** Every file of the backup but the manifest, by its path. */
	files: z.record(inside, fingerprint),
});

export type Manifest = z.infer<typeof shape>;

/**
 * Reads a backup's manifest.
 * @throws CommandError when it is no whole manifest of a backup of Visualink's
 */
export async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(path.join(folder, MANIFEST), "utf8").catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
		throw new CommandError(`${folder} is no backup, or an unfinished one: it has no ${MANIFEST}.`);
	});
	return parseManifest(text, path.join(folder, MANIFEST));
}

/**
 * @param name of the file, for the error
 * @throws CommandError as {@link readManifest} does
 */
export function parseManifest(text: string, name: string): Manifest {
	const parsed = shape.safeParse(jsonOf(text, name));
	if (!parsed.success) throw new CommandError(problemOf(text, name, parsed.error));
	const manifest = parsed.data;
	const missing = missingTables(manifest.counts);
	if (missing.length > 0) throw new CommandError(`${name} lacks tables of Visualink: ${missing.join(", ")}.`);
	if (!(DUMP in manifest.files)) throw new CommandError(`${name} lists no ${DUMP}.`);
	const { at, images, originals, lost } = manifest.pictures;
	const listed = (kind: string) => Object.keys(manifest.files).filter((file) => file.startsWith(`${kind}/`)).length;
	const most = images + originals - lost.length;
	if (at === "files" && listed("images") + listed("originals") < most) {
		throw new CommandError(`${name} lists fewer pictures than the ${most} that it counts.`);
	}
	return manifest;
}

/** Which of our tables are not among these, as `schema.table`. */
export function missingTables(counts: Record<string, unknown>): string[] {
	return OURS.filter((table) => !(table in counts));
}

/** Written last: a folder without it is no backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
	await writeFile(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, "\t")}\n`, {
		mode: 0o600,
		flush: true,
	});
}

/** How many rows a backup holds. */
export function rowsIn({ counts }: Pick<Manifest, "counts">): number {
	return Object.values(counts).reduce((sum, rows) => sum + rows, 0);
}

/** "3 images and 2 originals, in this backup" */
export function imagesIn({ pictures: { at, images, originals, lost } }: Manifest): string {
	const where = at === "files" ? "in the backup" : `in the bucket ${at.bucket}`;
	const without =
		lost.length > 0 ? `, of which the service had lost ${lost.length} (${lost.slice(0, 3).join(", ")})` : "";
	return `${images} images and ${originals} originals ${where}${without}`;
}

export type FileList = Record<string, Fingerprint>;

function jsonOf(text: string, name: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new CommandError(`${name} is damaged: it isn't JSON.`);
	}
}

function problemOf(text: string, name: string, { issues }: z.ZodError): string {
	const { format } = (jsonOf(text, name) ?? {}) as { format?: unknown };
	if (typeof format === "number" && format > 2) return `${name} is of a newer release: use that release.`;
	const [{ path: where, message } = { path: [], message: "" }] = issues;
	return `${name} is damaged: ${where.join(".") || "the whole"}: ${message}.`;
}
