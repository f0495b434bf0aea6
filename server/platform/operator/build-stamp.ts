import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const SOURCES = {
	folders: ["client", "server", "shared"],
	files: ["package.json", "package-lock.json", "vite.config.ts", "tailwind.config.ts", "tsconfig.json"],
};
const NOT_BUILT = /\.test\.tsx?$|\/node_modules\/|^server\/(testing|bench)\/|^client\/e2e\//;
const STAMP = "build-stamp";

/** A fingerprint of the sources' contents, independent of their folder. */
export async function stampOf(root: string): Promise<string> {
	const found = await Promise.all(SOURCES.folders.map((folder) => filesBelow(root, folder)));
	const files = [...SOURCES.files, ...found.flat()].filter((file) => !NOT_BUILT.test(file)).sort();
	const stamp = createHash("sha256");
	// Sequentially: a build in a container may open only 1,024 files.
	for (const file of files) {
		const content = await readFile(path.join(root, file));
		stamp.update(`${file}\0${content.length}\0`);
		stamp.update(content);
	}
	return stamp.digest("hex");
}

/** The files that the server's build reads. */
export function serverFiles(root: string): string[] {
	return ["server", "shared"].flatMap((folder) =>
		readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
			.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
			.map((entry) => path.join(entry.parentPath, entry.name))
			.filter((file) => !NOT_BUILT.test(path.relative(root, file).replaceAll(path.sep, "/"))),
	);
}

/** Records in a finished build the sources that it was made from. */
export async function writeStamp(dist: string, stamp: string): Promise<void> {
	await writeFile(path.join(dist, STAMP), stamp);
}

/** Whether `dist/` is a complete build of the current sources. */
export async function isBuildCurrent(root: string): Promise<boolean> {
	const written = await readFile(path.join(root, "dist", STAMP), "utf8").catch(() => null);
	return written !== null && written === (await stampOf(root));
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
	const entries = await readdir(path.join(root, folder), { withFileTypes: true, recursive: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}
