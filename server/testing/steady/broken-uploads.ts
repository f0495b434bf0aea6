import { readdir } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { API } from "#shared/api-paths.ts";
import { cookieOf } from "../app/browser.ts";
import { linkForm } from "../app/subscriber.ts";
import { formRequest } from "../load/clients.ts";
import { descriptorsOf, memoryOf } from "./process-figures.ts";
import { atMost, exactly, type Report, type Say, told } from "./report.ts";
import { owner, type Rig } from "./rig.ts";

const TIMES = 1_000;
const AT_ONCE = 20;
const SETTLE_MS = 3_000;
const BYTES = 4_000_000;

/** Uploads that end in the middle, 1,000 of them, leave no memory, descriptor or file behind (row E5). */
export async function brokenUploads(rig: Rig, say: Say): Promise<Report> {
	const service = await rig.start("broken");
	const { port } = service;
	const headers = { Cookie: cookieOf(await owner(service)) };
	const image = new Blob([new Uint8Array(BYTES)], { type: "image/png" });
	const upload = await formRequest(`POST ${API.links.all}`, linkForm({ image }), headers);
	const half = upload.subarray(0, upload.length / 2);

	const held = async () => {
		await delay(SETTLE_MS);
		const files = await readdir(path.join(rig.dir, "broken"), { recursive: true });
		return { memory: memoryOf(service.pid()), descriptors: descriptorsOf(service.pid()), files: files.length };
	};
	const breakOffAll = async () => {
		for (let left = TIMES; left > 0; left -= AT_ONCE) {
			await Promise.all(Array.from({ length: AT_ONCE }, () => breakOff(port, half)));
		}
	};

	// The first ones find the memory of later ones.
	await breakOffAll();
	const before = await held();
	say(`memory after the first ${TIMES}: ${before.memory.toFixed(0)} MB`);
	await breakOffAll();
	const after = await held();

	return {
		part: "broken-uploads",
		figures: [
			told("uploads broken off", TIMES),
			atMost("memory grown by, MB", after.memory - before.memory, 20),
			atMost("descriptors grown by", after.descriptors - before.descriptors, 0),
			exactly("files left", after.files - before.files, 0),
			exactly("exit code", String(await service.stop()), "0"),
		],
	};
}

function breakOff(port: number, half: Buffer): Promise<void> {
	return new Promise((resolve) => {
		const socket = net.connect(port, "127.0.0.1");
		socket.on("error", () => {}).on("close", () => resolve());
		socket.write(half, () => socket.destroy());
	});
}
