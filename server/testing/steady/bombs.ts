import { readFileSync, writeFileSync } from "node:fs";
import { API } from "#shared/api-paths.ts";
import type { Browser } from "../app/browser.ts";
import { linkForm } from "../app/subscriber.ts";
import {
	jpegOfScans,
	jpegOfSegments,
	losslessWebp,
	pngOfChunks,
	pngOfTexts,
	pngOfZeros,
	webpOfChunks,
	webpOfExif,
	webpOfFrames,
} from "../corpora/bombs.ts";
import { asFile, emptyPng, noise, twoColours } from "../corpora/pictures.ts";
import { childrenOf } from "../machine/kill-runner.ts";
import { peakMemoryOf } from "./process-figures.ts";
import { atMost, exactly, type Figure, type Report, type Say } from "./report.ts";
import { owner, type Rig, type Service } from "./rig.ts";

const LOOK_EVERY_MS = 10;
const LARGE = { width: 6_324, height: 6_324 };
const SMALL = { width: 1200, height: 630 };
/** What of it is left for the queue: others may upload as well. */
const HONEST_MS = 10_000;
const MOST_MEMORY = 300;

type Bomb = [name: string, status: number, make: () => Buffer | Promise<Buffer>];

const BOMBS: Bomb[] = [
	["JPEG, 2,646 scans, 40 MP", 400, () => jpegOfScans({ ...LARGE, scans: 2_646 })],
	["JPEG, 100 scans, 40 MP", 400, () => jpegOfScans({ ...LARGE, scans: 100 })],
	["JPEG, 100 scans, 40 MP, coarser colours", 201, () => jpegOfScans({ ...LARGE, scans: 100, subsampling: 2 })],
	["JPEG, 100 scans, 26 MP", 201, () => jpegOfScans({ width: 5_160, height: 5_160, scans: 100 })],
	["JPEG, 1,225,000 segments", 400, () => jpegOfSegments()],
	["JPEG, 1,900 segments", 201, () => jpegOfSegments(1_900)],
	["JPEG, 40 MP, 4.3 MB", 201, () => photo()],
	["PNG, 1 x 40,000,000", 400, () => emptyPng({ width: 1, height: 40_000_000 })],
	["PNG, 40,000,000 x 1", 400, () => emptyPng({ width: 40_000_000, height: 1 })],
	["PNG, interlaced, 16 bits, 40 MP", 400, () => interlaced(16)],
	["PNG, interlaced, 8 bits, 40 MP", 201, () => interlaced(8)],
	["PNG, 16 bits, 12,000 x 3,333", 201, () => deep({ width: 12_000, height: 3_333 })],
	["PNG, 16 bits, 16,384 x 2,441", 201, () => deep({ width: 16_384, height: 2_441 })],
	["PNG, 16 bits, 1,250 x 16,384", 201, () => deep({ width: 1_250, height: 16_384 })],
	["PNG, 600 texts of 7.9 MB", 400, () => pngOfTexts({ count: 600, unpacked: 7_900_000, type: "zTXt" })],
	["PNG, 19 texts of 7.9 MB", 201, () => pngOfTexts({ count: 19, unpacked: 7_900_000, type: "zTXt" })],
	["PNG, profile of 1 GB", 201, () => pngOfTexts({ count: 1, unpacked: 1_000_000_000, type: "iCCP" })],
	["PNG, 306,250 texts", 400, () => pngOfChunks()],
	["WebP, 80,000 frames", 400, () => webpOfFrames({ width: 2, height: 2, count: 80_000 })],
	["WebP, 1,900 frames", 201, () => webpOfFrames({ ...SMALL, count: 1_900 })],
	["WebP, frames of 40 MP", 400, () => webpOfFrames({ ...LARGE, count: 2 })],
	["WebP, frames of 16 MP", 201, () => webpOfFrames({ width: 4_000, height: 4_000, count: 2 })],
	["WebP, lossless, 40 MP", 201, () => losslessWebp(LARGE)],
	["WebP, 612,500 chunks", 400, () => webpOfChunks()],
	["WebP, 4.9 MB of Exif", 201, () => webpOfExif()],
];

/** Pictures that mean harm cost no more than an honest one, and an honest one next to ten of them is made in time (row E18). */
export async function bombs(rig: Rig, say: Say): Promise<Report> {
	const service = await rig.start("bombs");
	const attacker = await owner(service);
	const honest = await owner(service, "honest@example.com");
	const picture = await asFile(twoColours({ width: 4_000, height: 3_000 }));
	await send(honest, picture);

	const figures: Figure[] = [];
	const slowest = { name: "", ms: 0, image: picture };
	say(`${"picture".padEnd(42)}${"MB".padStart(6)}${"answer".padStart(8)}${"ms".padStart(8)}${"peak MB".padStart(9)}`);
	for (const [name, right, make] of BOMBS) {
		const image = await asFile(await make());
		const watched = watchPeak(service);
		const { status, ms } = await send(attacker, image);
		const peak = watched.stop();
		if (ms > slowest.ms) Object.assign(slowest, { name, ms, image });
		const columns = [(image.size / 1e6).toFixed(2).padStart(6), `${status}`.padStart(8), ms.toFixed(0).padStart(8)];
		say(`${name.padEnd(42)}${columns.join("")}${peak.toFixed(0).padStart(9)}`);
		figures.push(exactly(`${name}: answer`, status, right), atMost(`${name}: peak, MB`, peak, MOST_MEMORY));
	}

	const answered: number[] = [];
	const ten = Array.from({ length: 10 }, async () => answered.push((await send(attacker, slowest.image)).status));
	const beside = await send(honest, picture);
	const before = answered.length;
	await Promise.all(ten);
	say(`beside ten of "${slowest.name}": ${beside.ms.toFixed(0)} ms, after ${before} of them`);
	figures.push(
		exactly("beside ten: answer", beside.status, 201),
		atMost("beside ten: ms", beside.ms, HONEST_MS),
		exactly("exit code", String(await service.stop()), "0"),
	);
	return { part: "bombs", figures };
}

async function send(person: Browser, image: Blob): Promise<{ status: number; ms: number }> {
	const sentAt = performance.now();
	const { status } = await person.post(API.links.all, linkForm({ image }));
	return { status, ms: performance.now() - sentAt };
}

/** The most memory of a process for pictures from now on, in MB. */
function watchPeak(service: Service): { stop: () => number } {
	let most = 0;
	for (const pid of pictureProcesses(service)) forgetPeak(pid);
	const look = () => {
		for (const pid of pictureProcesses(service)) most = Math.max(most, ifThere(() => peakMemoryOf(pid)) ?? 0);
	};
	const looking = setInterval(look, LOOK_EVERY_MS);
	return {
		stop() {
			look();
			clearInterval(looking);
			return most;
		},
	};
}

function pictureProcesses(service: Service): number[] {
	const isOne = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("make-preview");
	return childrenOf(service.pid()).filter((pid) => ifThere(() => isOne(pid)));
}

/** Linux begins again with the peak that it tells. */
function forgetPeak(pid: number): void {
	ifThere(() => writeFileSync(`/proc/${pid}/clear_refs`, "5"));
}

/** A process may end while it is looked at. */
function ifThere<T>(look: () => T): T | null {
	try {
		return look();
	} catch {
		return null;
	}
}

function interlaced(depth: number): Buffer {
	return pngOfZeros({ ...LARGE, depth, colourType: 6, isInterlaced: true });
}

function deep(size: { width: number; height: number }): Buffer {
	return pngOfZeros({ ...size, depth: 16, colourType: 6 });
}

function photo(): Promise<Buffer> {
	const small = noise({ width: 800, height: 500 });
	return small.resize({ width: 8_000, height: 5_000, fit: "fill" }).jpeg({ quality: 40 }).toBuffer();
}
