import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";
import { isProcessAlive } from "../work/process-alive.ts";
import { stampOf, writeStamp } from "./build-stamp.ts";
import { writeRelease } from "./release.ts";

const BUILDING = /^\.dist-(\d+)/;

/** Where this process builds; another that builds at the same time has a place of its own. */
export function buildingPlace(root: string): string {
	return path.join(root, `.dist-${process.pid}`);
}

/**
 * Keeps `dist/` whole: a build is made next to it, says which sources it was made of, and takes its place when all of it
 * is done. So a build that is interrupted changes nothing. To be the last plugin that does something at the end.
 * @param release its name; without one it has that of the commit, or of the sources
 */
export function wholeBuilds({ root, release }: { root: string; release?: string | undefined }): Plugin[] {
	let stamp = "";
	const begin = async () => {
		await sweepBuildingPlaces(root);
		// Before anything is read: a source that changes meanwhile makes the build an old one.
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

/** Removes what interrupted builds have left. */
async function sweepBuildingPlaces(root: string): Promise<void> {
	for (const name of await readdir(root)) {
		const pid = Number(BUILDING.exec(name)?.[1]);
		if (pid > 0 && (pid === process.pid || !isProcessAlive(pid))) await rm(path.join(root, name), { recursive: true });
	}
}

/** Puts a finished build in the place of the one before, which is whole until then. */
async function putInPlace(built: string, place: string): Promise<void> {
	const before = `${built}-before`;
	for (;;) {
		await rename(place, before).catch(unless("ENOENT"));
		const isThere = await rename(built, place).then(() => true, unless("ENOTEMPTY", "EEXIST"));
		await rm(before, { recursive: true, force: true });
		if (isThere) return;
		// Another build, of the same moment, was quicker: this one is as good.
	}
}

function unless(...codes: string[]): (error: NodeJS.ErrnoException) => void {
	return (error) => {
		if (!codes.includes(error.code ?? "")) throw error;
	};
}
