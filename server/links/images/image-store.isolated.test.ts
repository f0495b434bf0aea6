import { mkdir, mkdtemp, open, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createImageStore, imageUrlOf } from "./image-store.ts";

vi.mock("node:fs/promises", { spy: true });
const { open: openFile } = await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");

const JPEG = Buffer.from("as good as any");
const ANOTHER = Buffer.from("another");
const NAME = `${"0a".repeat(32)}.jpg`;

let dir: string;

beforeEach(async () => {
	dir = await mkdtemp(path.join(os.tmpdir(), "visualink-images-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe("the picture store", () => {
	it("keeps a picture under a name of its content, and gives it back", async () => {
		const store = createImageStore({ dir: path.join(dir, "made", "on", "demand") });

		await store.put(JPEG);
		await store.put(ANOTHER);

		expect(imageUrlOf(JPEG)).toMatch(/^\/images\/[0-9a-f]{64}\.jpg$/);
		expect(await store.read(imageUrlOf(JPEG))).toEqual(JPEG);
		expect(await store.read(imageUrlOf(ANOTHER))).toEqual(ANOTHER);
	});

	it("forgets a picture, and does not mind if there is none", async () => {
		const store = createImageStore({ dir });
		await store.put(JPEG);
		await store.put(ANOTHER);
		await store.remove(imageUrlOf(JPEG));
		await store.remove(imageUrlOf(JPEG));
		expect(await store.read(imageUrlOf(JPEG))).toBeNull();
		expect(await store.read(imageUrlOf(ANOTHER))).toEqual(ANOTHER);
	});

	it("survives being asked for the same picture many times at once", async () => {
		const store = createImageStore({ dir });
		await Promise.all(Array.from({ length: 20 }, () => store.put(JPEG)));
		expect(await readdir(dir)).toHaveLength(1);
		expect(await store.read(imageUrlOf(JPEG))).toEqual(JPEG);
	});

	it("has nothing behind an unknown name, nor behind any other path", async () => {
		const store = createImageStore({ dir });
		await writeFile(path.join(dir, "secret"), "secret");
		for (const imageUrl of [
			`/images/${NAME}`,
			"/images/secret",
			"/images/../secret",
			`/images/${NAME}/../secret`,
			"",
			"https://example.com/a.jpg",
		]) {
			expect(await store.read(imageUrl)).toBeNull();
			await store.remove(imageUrl);
		}
		expect(await readdir(dir)).toEqual(["secret"]);
	});

	it.each(["ENOSPC", "EDQUOT"])("leaves nothing behind when there is no room: %s is 503 (E16)", async (code) => {
		const store = createImageStore({ dir });
		fullDisk(code);

		await expect(store.put(JPEG)).rejects.toMatchObject({ kind: "unavailable", retryAfterSeconds: 60 });

		expect(await readdir(dir)).toEqual([]);
		await store.put(JPEG);
		expect(await store.read(imageUrlOf(JPEG))).toEqual(JPEG);
	});

	it("clears away what was left half written, once it is old, and nothing else (E15)", async () => {
		const store = createImageStore({ dir: path.join(dir, "images") });
		expect(await store.removeLeftovers(new Date())).toBe(0);
		await store.put(JPEG);
		const [old, young] = [".00112233445566778899aabb.tmp", ".ffeeddccbbaa998877665544.tmp"];
		for (const name of [old, young, "notes.tmp"]) await writeFile(path.join(dir, "images", name), "half");
		const now = Date.now();
		const hoursAgo = (hours: number) => new Date(now - hours * 60 * 60 * 1000);
		for (const name of [old, "notes.tmp"]) await utimes(path.join(dir, "images", name), hoursAgo(25), hoursAgo(25));

		expect(await store.removeLeftovers(hoursAgo(24))).toBe(1);

		expect(await readdir(path.join(dir, "images"))).toEqual(
			[young, "notes.tmp", path.basename(imageUrlOf(JPEG))].sort(),
		);
	});

	it.each(["EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "EISDIR"])(
		"is unavailable while its folder can't be written: %s",
		async (code) => {
			const store = createImageStore({ dir });
			for (const call of [mkdir, open, rename]) {
				vi.mocked(call).mockRejectedValueOnce(Object.assign(new Error("refused"), { code, syscall: "open" }));
				await expect(store.put(JPEG)).rejects.toMatchObject({
					kind: "unavailable",
					message: "Images are briefly unavailable. Please try again.",
					retryAfterSeconds: 60,
				});
				expect(await readdir(dir)).toEqual([]);
			}
			await store.put(JPEG);
			expect(await store.read(imageUrlOf(JPEG))).toEqual(JPEG);
		},
	);
});

/** The next file that is opened takes half of what is written, then the disk is full. */
function fullDisk(code: string): void {
	vi.mocked(open).mockImplementationOnce(async (...args) => {
		const file = await openFile(...args);
		const { writeFile } = file;
		file.writeFile = async (data, options) => {
			await writeFile.call(file, Buffer.from(data as Buffer).subarray(0, 5), options);
			throw Object.assign(new Error("no space left on device, write"), { code, syscall: "write" });
		};
		return file;
	});
}
