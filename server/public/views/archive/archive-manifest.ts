import { z } from "zod";
import { COLUMN_TYPES } from "./archive-file.ts";
import { type ArchiveStore, sha256Of } from "./archive-store.ts";

const count = z.number().int().nonnegative();
const archivedFile = z.strictObject({
	/** Below the month's folder, such as `day=2026-03-05/bucket-00.parquet`. */
	file: z.string().regex(/^day=\d{4}-\d\d-\d\d\/bucket-\d\d+\.parquet$/),
	rows: count,
	bytes: count,
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const shape = z.strictObject({
	format: z.literal(1),
	/** Such as `2026-03`, in UTC. */
	month: z.string(),
	madeAt: z.iso.datetime(),
	rows: count,
	/** How many groups of owners each day has; a power of two. */
	buckets: count,
	columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
	files: z.array(archivedFile),
});

export type ArchivedFile = z.infer<typeof archivedFile>;
export type ArchiveManifest = z.infer<typeof shape>;

/** In order of days and buckets. */
export async function writeManifest(
	store: ArchiveStore,
	made: Pick<ArchiveManifest, "month" | "madeAt" | "buckets" | "files">,
): Promise<ArchiveManifest> {
	const rows = made.files.reduce((sum, file) => sum + file.rows, 0);
	const manifest: ArchiveManifest = { format: 1, ...made, rows, columns: COLUMN_TYPES };
	await store.put(nameOf(made.month), Buffer.from(`${JSON.stringify(manifest, null, "\t")}\n`));
	return manifest;
}

/** @throws Error when it is missing or damaged */
export async function readManifest(store: ArchiveStore, month: string): Promise<ArchiveManifest> {
	const bytes = await store.read(nameOf(month));
	if (bytes === null) throw new Error(`The archive lacks ${nameOf(month)}`);
	return shape.parse(JSON.parse(bytes.toString()));
}

/** @throws Error when it is missing, or isn't what the manifest says */
export async function readArchived(store: ArchiveStore, month: string, { file, sha256 }: ArchivedFile) {
	const bytes = await store.read(pathOf(month, file));
	if (bytes === null) throw new Error(`The archive lacks ${pathOf(month, file)}`);
	if (sha256Of(bytes) !== sha256) throw new Error(`${pathOf(month, file)} isn't the file that its manifest lists`);
	return bytes;
}

export function pathOf(month: string, file: string): string {
	return `month=${month}/${file}`;
}

export function fileOf(day: Date, bucket: number): string {
	return `day=${day.toISOString().slice(0, 10)}/bucket-${String(bucket).padStart(2, "0")}.parquet`;
}

export function bucketOf({ file }: ArchivedFile): number {
	return Number(/bucket-(\d+)/.exec(file)?.[1]);
}

/** The month of a file's path; null for other files. */
export function monthOfPath(file: string): string | null {
	return /^month=(\d{4}-\d\d)[/\\]/.exec(file)?.[1] ?? null;
}

function nameOf(month: string): string {
	return pathOf(month, "manifest.json");
}
