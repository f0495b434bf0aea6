import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";
import { isProcessAlive } from "../work/process-alive.ts";
import { stampOf, writeStamp } from "./build-stamp.ts";
import { writeRelease } from "./release.ts";

const BUILDING = /^\.dist-(\d+)/;

/** This process's build folder, separate from concurrent builds. */
export function buildingPlace(root: string): string {
	return path.join(root, `.dist-${process.pid}`);
}

/** Builds next to `dist/`, then swaps, so that it is always complete. Must be the last plugin. */
export function wholeBuilds({ root, release }: { root: string; release?: string | undefined }): Plugin[] {
	let stamp = "";
	const begin = async () => {
		await sweepBuildingPlaces(root);
		// Before reading anything: a source that changes during the build makes it stale.
		stamp = await stampOf(root);
	};
	const end = async () => {
		await writeRelease(buildingPlace(root), { root, stamp, given: release });
		await writeStamp(buildingPlace(root), stamp);
		await putInPlace(buildingPlace(root), path.join(root, "dist"));
	};
	return [
		{ name: "visualink:begin-build", buildApp: { order: "pre", handler: begin } },
		{ name: "visualink:end-build", buildApp: { order: "post", handler: end } },
	];
}

async function sweepBuildingPlaces(root: string): Promise<void> {
	for (const name of await readdir(root)) {
		const pid = Number(BUILDING.exec(name)?.[1]);
		if (pid > 0 && (pid === process.pid || !isProcessAlive(pid))) await rm(path.join(root, name), { recursive: true });
	}
}

/** Swaps in a finished build; the previous one stays complete until then. */
async function putInPlace(built: string, place: string): Promise<void> {
	const before = `${built}-before`;
	for (;;) {
		await rename(place, before).catch(unless("ENOENT"));
		const isThere = await rename(built, place).then(() => true, unless("ENOTEMPTY", "EEXIST"));
		await rm(before, { recursive: true, force: true });
		if (isThere) return;
		// A concurrent build finished first; its result is equivalent.
	}
}

function unless(...codes: string[]): (error: NodeJS.ErrnoException) => void {
	return (error) => {
		if (!codes.includes(error.code ?? "")) throw error;
	};
}
