import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { CommandError } from "../command-error.ts";
import type { Bucket } from "./bucket.ts";

/** An image that the database names. `owner` is part of an original's name; an image is named only by its content. */
export type Wanted = { file: string; owner: string | null };

/**
 * What links and their cards show or have shown, and the originals that images were cut from, by their place below
 * DATA_DIR or in the bucket. An original without a crop may still be on its way.
 */
export async function wantedImages(client: pg.Client): Promise<Wanted[]> {
	const { rows: images } = await client.query<{ url: string }>(
		`SELECT image_url AS url FROM pictures WHERE is_used UNION
		SELECT image_url FROM links WHERE image_url LIKE '/images/%' AND NOT deleted UNION
		SELECT image_url FROM link_cards WHERE image_url LIKE '/images/%' ORDER BY 1`,
	);
	const { rows: originals } = await client.query<{ id: string; owner: string | null }>(
		`SELECT id, user_id AS owner FROM originals o WHERE evicted_at IS NULL AND user_id IS NOT NULL
		AND EXISTS (SELECT FROM image_cuts c WHERE c.original_id = o.id) ORDER BY 1`,
	);
	return [
		...images.map(({ url }) => ({ file: url.slice(1), owner: null })),
		...originals.map(({ id, owner }) => ({ file: `originals/${id}`, owner })),
	];
}

/** How many of these are of each kind. */
export function countImages(wanted: Wanted[]): { images: number; originals: number } {
	const images = wanted.filter(({ file }) => file.startsWith("images/")).length;
	return { images, originals: wanted.length - images };
}

/** Reads an image by its place; null: it isn't there. */
type ReadImage = (file: string) => Promise<Buffer | null>;

/** Images as files below a folder. */
export function imagesBelow(folder: string): ReadImage {
	return async (file) => {
		try {
			return await readFile(path.join(folder, file));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
			throw error;
		}
	};
}

/** Which of the images are missing, or are not what their name says. */
export async function lostImages(wanted: Wanted[], read: ReadImage): Promise<string[]> {
	const lost: string[] = [];
	for (const each of wanted) {
		const bytes = await read(each.file);
		if (bytes === null || !isItself(each, bytes)) lost.push(each.file);
	}
	return lost;
}

/** @throws CommandError when the database names others than the manifest counts */
export function compareCountedImages(
	wanted: Wanted[],
	{ images, originals }: { images: number; originals: number },
): void {
	const found = countImages(wanted);
	if (found.images === images && found.originals === originals) return;
	throw new CommandError(
		`The database of the backup names ${found.images} images and ${found.originals} originals, its manifest ${images} and ${originals}.`,
	);
}

/** @throws CommandError that names the first image that is lost now and was not when the backup was made */
export async function requireImages(wanted: Wanted[], read: ReadImage, lostBefore: string[]): Promise<void> {
	const [first, ...others] = (await lostImages(wanted, read)).filter((file) => !lostBefore.includes(file));
	if (first === undefined) return;
	const more = others.length > 0 ? `, and ${others.length} more` : "";
	throw new CommandError(`The picture ${first} is missing or damaged${more}.`);
}

/** @throws CommandError when the bucket lacks one of the images */
export async function requireObjects(wanted: Wanted[], bucket: Bucket, lostBefore: string[]): Promise<void> {
	const there = new Map([...(await bucket.list("images/")), ...(await bucket.list("originals/"))]);
	const missing = wanted.filter(({ file }) => !there.has(file) && !lostBefore.includes(file));
	if (missing.length === 0) return;
	throw new CommandError(
		`The bucket ${bucket.name} lacks ${missing.length} pictures of this backup, such as ${missing[0]?.file}.`,
	);
}

/** An image is named by the hash of its content, an original by that of its owner and its content. */
function isItself({ file, owner }: Wanted, bytes: Buffer): boolean {
	const hash = createHash("sha256");
	if (owner !== null) hash.update(`${owner}\0`);
	return path.basename(file, ".jpg") === hash.update(bytes).digest("hex");
}
