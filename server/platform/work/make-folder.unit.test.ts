import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeFolder } from "./make-folder.ts";

it("makes a folder with those above it, and leaves one that is there", async () => {
	const root = await mkdtemp(path.join(os.tmpdir(), "visualink-folder-"));
	onTestFinished(() => rm(root, { recursive: true }));
	const folder = path.join(root, "a", "b", "c");
	await makeFolder(folder, 0o700);
	await makeFolder(folder);
	expect((await stat(folder)).mode & 0o777).toBe(0o700);
	await writeFile(path.join(root, "file"), "");
	await expect(makeFolder(path.join(root, "file"))).rejects.toThrow("EEXIST");
	await expect(makeFolder(path.join(root, "file", "x"))).rejects.toThrow("ENOTDIR");
});

it("ends where the system makes nothing", async () => {
	await expect(makeFolder("/proc/visualink/data")).rejects.toThrow();
});
