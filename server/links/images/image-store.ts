import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#server/platform/http/app-error.ts";
import { codeOf } from "#server/platform/work/error-code.ts";
import { exists } from "#server/platform/work/exists.ts";
import { syncFolder } from "#server/platform/work/sync-folder.ts";
import { imageFileName } from "#shared/links/image-file-name.ts";
import { IMAGES_PATH } from "#shared/platform/api-paths.ts";

/** Storage for finished images or originals. Content never changes under a name. */
export type ImageStore = {
	/** Stores a finished JPEG under `imageUrlOf(jpeg)`, or an original under its id. Durable when this returns. */
	put(image: Buffer, key?: string): Promise<void>;
	/** The image of a path or id, or null. */
	read(key: string): Promise<Buffer | null>;
	remove(key: string): Promise<void>;
	/** Deletes leftovers of interrupted `put` calls from before this time. @returns how many */
	removeLeftovers(before: Date): Promise<number>;
};

/** The path of an image, and its `imageUrl` in a link: `/images/<sha256>.jpg`. */
export function imageUrlOf(jpeg: Buffer): string {
	return `${IMAGES_PATH}/${createHash("sha256").update(jpeg).digest("hex")}.jpg`;
}

/** The file of an original has no extension: its type is in its row. */
export function originalFileName(id: string): string | null {
	return /^[0-9a-f]{64}$/.test(id) ? id : null;
}

type Options = {
	dir: string;
	/** The image's file name; null for an invalid key. */
	nameOf?: (key: string) => string | null;
};

/** Stores images in one directory. Throws AppError "storage_unavailable" on disk trouble; the next call retries. */
export function createImageStore({ dir, nameOf = imageFileName }: Options): ImageStore {
	const pathOf = (key: string) => {
		const name = nameOf(key);
		return name === null ? null : join(dir, name);
	};

	return {
		async put(image, key = imageUrlOf(image)) {
			const path = pathOf(key);
			if (path === null) return;
			try {
				if (!(await exists(path))) await writeDurably(dir, path, image);
			} catch (error) {
				throw unavailable(error);
			}
		},

		async read(key) {
			const path = pathOf(key);
			if (path === null) return null;
			try {
				return await readFile(path);
			} catch (error) {
				if (codeOf(error) === "ENOENT") return null;
				throw unavailable(error);
			}
		},

		async remove(key) {
			const path = pathOf(key);
			if (path === null) return;
			try {
				await rm(path, { force: true });
			} catch (error) {
				throw unavailable(error);
			}
		},

		async removeLeftovers(before) {
			let removed = 0;
			for (const name of await namesIn(dir)) {
				if (!ASIDE.test(name)) continue;
				const { mtime } = await stat(join(dir, name));
				if (mtime >= before) continue;
				await rm(join(dir, name), { force: true });
				removed += 1;
			}
			return removed;
		},
	};
}

/** A disk problem is never the client's fault and may be fixed at any moment. */
function unavailable(cause: unknown): AppError {
	const isFull = codeOf(cause) === "ENOSPC" || codeOf(cause) === "EDQUOT";
	const message = isFull
		? "There is no room for pictures right now. Please try again later."
		: "Images are briefly unavailable. Please try again.";
	return new AppError("storage_unavailable", message, { cause, retryAfterSeconds: 60 });
}

const ASIDE = /^\.[0-9a-f]{24}\.tmp$/;

/** Nothing where there is no such folder. */
export async function namesIn(dir: string): Promise<string[]> {
	try {
		return await readdir(dir);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return [];
		throw error;
	}
}

/** Written to a temporary file, flushed, then renamed: a file under its final name is always complete. */
async function writeDurably(dir: string, path: string, bytes: Buffer) {
	const aside = join(dir, `.${randomBytes(12).toString("hex")}.tmp`);
	try {
		await mkdir(dir, { recursive: true });
		await writeAndSync(aside, bytes);
		await rename(aside, path);
		await syncFolder(dir);
	} catch (error) {
		await rm(aside, { force: true }).catch(() => undefined);
		throw error;
	}
}

async function writeAndSync(path: string, bytes: Buffer) {
	const file = await open(path, "wx", 0o644);
	try {
		await file.writeFile(bytes);
		await file.sync();
	} finally {
		await file.close();
	}
}
