import path from "node:path";
import type { S3Place } from "#server/platform/config/outside.ts";
import { type Bucket, openBucket } from "#server/platform/operator/backup/bucket.ts";
import { imageFileName } from "#shared/links/image-file-name.ts";
import { IMAGES_PATH } from "#shared/platform/api-paths.ts";
import { createImageStore, type ImageStore, imageUrlOf, namesIn, originalFileName } from "./image-store.ts";
import { createS3ImageStore } from "./s3-image-store.ts";

/** Where images and originals are; `files` are named `images/...` and `originals/...` in both places. */
export type ImagePlace = { files: () => Promise<Set<string>>; images: ImageStore; originals: ImageStore };

export type Copied = { copied: number; known: number; damaged: string[] };

/** At once: the storage's answers take far longer than the work here. */
const AT_ONCE = 8;
const KINDS = ["images", "originals"] as const;

export function imagesOnDisk(dataDir: string): ImagePlace {
	const dirOf = (kind: string) => path.join(dataDir, kind);
	return {
		async files() {
			const names = await Promise.all(
				KINDS.map(async (kind) => (await namesIn(dirOf(kind))).map((name) => `${kind}/${name}`)),
			);
			return new Set(names.flat().filter(isStored));
		},
		images: createImageStore({ dir: dirOf("images") }),
		originals: createImageStore({ dir: dirOf("originals"), nameOf: originalFileName }),
	};
}

export function imagesInBucket(place: S3Place): ImagePlace & Pick<Bucket, "close"> {
	const { list, close } = openBucket(place);
	return {
		async files() {
			const [images, originals] = await Promise.all(KINDS.map((kind) => list(`${kind}/`)));
			return new Set([...(images?.keys() ?? []), ...(originals?.keys() ?? [])].filter(isStored));
		},
		images: createS3ImageStore(place),
		originals: createS3ImageStore({ ...place, content: "originals" }),
		close,
	};
}

/**
 * Copies what the other place lacks, with the headers that each place gives its files. Safe to run again and while the service
 * runs: files never change under their name. An image that isn't what its name says is left out.
 */
export async function copyImages(from: ImagePlace, to: ImagePlace): Promise<Copied> {
	const known = await to.files();
	const all = [...(await from.files())];
	const missing = all.filter((file) => !known.has(file));
	const damaged: string[] = [];
	let copied = 0;

	async function copy(file: string): Promise<void> {
		const isImage = file.startsWith("images/");
		const key = isImage ? `/${file}` : path.basename(file);
		const [source, target] = isImage ? [from.images, to.images] : [from.originals, to.originals];
		const bytes = await source.read(key);
		// Deleted since it was listed.
		if (bytes === null) return;
		if (isImage && imageUrlOf(bytes) !== key) return void damaged.push(file);
		await target.put(bytes, key);
		copied += 1;
	}

	const queue = missing.values();
	const work = async () => {
		for (const file of queue) await copy(file);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return { copied, known: all.length - missing.length, damaged };
}

/** No half-written file, and nothing of the archive of views. */
function isStored(file: string): boolean {
	const [kind, name = ""] = file.split("/");
	return kind === "images" ? imageFileName(`${IMAGES_PATH}/${name}`) !== null : originalFileName(name) !== null;
}
