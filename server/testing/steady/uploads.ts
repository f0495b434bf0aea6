import sharp from "sharp";
import { API } from "#shared/api-paths.ts";
import { cookieOf } from "../app/browser.ts";
import { rawRequest } from "../app/raw-request.ts";
import { linkForm } from "../app/subscriber.ts";
import { formRequest } from "../load/clients.ts";
import { atLeast, exactly, type Report, type Say, told } from "./report.ts";
import { owner, type Rig } from "./rig.ts";
import { measureVisitors, noticedByVisitors } from "./visitors.ts";

const AT_ONCE = 50;
const MEASURE_MS = 10_000;

/** Large pictures, 50 at once and again 50 as long as it takes, and those who follow links hardly notice (row E14). */
export async function uploads(rig: Rig, say: Say): Promise<Report> {
	const service = await rig.start("uploads");
	const origin = `http://localhost:${service.port}`;
	const headers = { Cookie: cookieOf(await owner(service)), Connection: "close" };
	const upload = await formRequest(`POST ${API.links.all}`, linkForm({ image: await largePicture() }), headers);
	const idle = await measureVisitors(rig, service.port);
	say(`p99 without uploads: ${idle.p99.toFixed(1)} ms`);

	const answered: Record<string, number> = {};
	const state = { isOver: false };
	const uploading = (async () => {
		while (!state.isOver) {
			const batch = Array.from({ length: AT_ONCE }, () => rawRequest(origin, upload));
			for (const { status } of await Promise.all(batch)) answered[status] = (answered[status] ?? 0) + 1;
		}
	})();
	const busy = await measureVisitors(rig, service.port, MEASURE_MS);
	state.isOver = true;
	await uploading;
	say(`p99 with uploads: ${busy.p99.toFixed(1)} ms`);

	const { 201: made = 0, 503: refused = 0, ...others } = answered;
	return {
		part: "uploads",
		figures: [
			...noticedByVisitors(idle, busy, "uploads", 2),
			atLeast("pictures made", made, 1),
			told("uploads told to come back", refused),
			exactly("uploads answered otherwise", JSON.stringify(others), "{}"),
			exactly("exit code", String(await service.stop()), "0"),
		],
	};
}

async function largePicture(): Promise<Blob> {
	const create = { width: 5_000, height: 4_000, channels: 3, background: "#e8472b" } as const;
	const png = await sharp({ create }).png().toBuffer();
	return new Blob([new Uint8Array(png)], { type: "image/png" });
}
