import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#server/platform/http/app-error.ts";
import { codeOf } from "#server/platform/work/error-code.ts";
import { exists } from "#server/platform/work/exists.ts";
import { syncFolder } from "#server/platform/work/sync-folder.ts";
import { imageFileName } from "#shared/links/image-url.ts";
import { IMAGES_PATH } from "#shared/platform/api-paths.ts";

/** Where images live, the finished ones or the originals. What is kept never changes under its name. */
export type ImageStore = {
	/**
	 * Keeps an image: a finished JPEG under `imageUrlOf(jpeg)`, an original under its id. When this returns, the image
	 * survives a crash.
	 */
	put(image: Buffer, key?: string): Promise<void>;
	/** The image behind a path or id, or null when there is none. */
	read(key: string): Promise<Buffer | null>;
	/** Forgets an image; one that is not there is no error. */
	remove(key: string): Promise<void>;
	/** Clears away what a `put` that a crash cut short left behind before this time. @returns how much. */
	removeLeftovers(before: Date): Promise<number>;
};

/** The path of an image, and its `imageUrl` in a link: `/images/<sha256>.jpg`. */
export function imageUrlOf(jpeg: Buffer): string {
	return `${IMAGES_PATH}/${createHash("sha256").update(jpeg).digest("hex")}.jpg`;
}

/** Of an original: what says what it is is in its row. */
export function originalFileName(id: string): string | null {
	return /^[0-9a-f]{64}$/.test(id) ? id : null;
}

type Options = {
	dir: string;
	/** The name that an image has in the folder; null for what is no name of an image. */
	nameOf?: (key: string) => string | null;
};

/**
 * Images as files in one folder, which is made when the first one arrives.
 * Every call throws AppError "storage_unavailable" when the disk is full or the folder can't be used; the next one tries again.
 */
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

/** Whatever is wrong with the disk, it is nothing that a client did, and may be mended at any moment. */
function unavailable(cause: unknown): AppError {
	const isFull = codeOf(cause) === "ENOSPC" || codeOf(cause) === "EDQUOT";
	const message = isFull
		? "There is no room for pictures right now. Please try again later."
		: "Images are briefly unavailable. Please try again.";
	return new AppError("storage_unavailable", message, { cause, retryAfterSeconds: 60 });
}

/** A file that is still being written. */
const ASIDE = /^\.[0-9a-f]{24}\.tmp$/;

async function namesIn(dir: string): Promise<string[]> {
	try {
		return await readdir(dir);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return [];
		throw error;
	}
}

/** Written aside, flushed, then renamed: a file under its final name is always whole. */
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
