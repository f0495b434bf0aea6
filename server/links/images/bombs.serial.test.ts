import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isProcessAlive } from "#server/platform/work/process-alive.ts";
import { linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { jpegOfScans, pngOfTexts, pngOfZeros } from "#server/testing/corpora/bombs.ts";
import { asFile, noise, twoColours } from "#server/testing/corpora/images.ts";
import { childrenOf } from "#server/testing/machine/kill-runner.ts";
import { peakMemoryOf } from "#server/testing/steady/process-metrics.ts";
import { IMAGE_TOO_HEAVY, IMAGE_TOO_MANY_SCANS, IMAGE_TOO_SLOW } from "#shared/links/images/image-file.ts";
import { API } from "#shared/platform/api-paths.ts";
import { AT_ONCE } from "./image-pipeline.ts";
import { createPreviewProcess, type PreviewProcess } from "./preview-process.ts";
import type { PreviewLimits } from "./preview-worker.ts";

const SQUARE = { width: 6_324, height: 6_324 };
const MB = 1024 * 1024;

let app: TestApp;
let attacker: Subscriber;
let honest: Subscriber;
/** Images that were handed to a process. */
let begun = 0;
/** What makes previews, until a test puts something else in its place. */
let previews: PreviewProcess;

beforeAll(async () => {
	app = await startTestApp({
		deps: (opened) => {
			previews = opened.previews;
			return {
				previews: {
					make(upload, section) {
						begun += 1;
						return previews.make(upload, section);
					},
					stop: opened.previews.stop,
				},
			};
		},
	});
	// A large image keeps this process busy for seconds, and a connection that was kept would be gone unnoticed.
	app.server.keepAliveTimeout = 0;
	attacker = await subscriber(app, "enterprise");
	honest = await subscriber(app, "enterprise");
});
afterAll(() => app.close());
beforeEach(() => {
	begun = 0;
});

const send = async (person: Subscriber, picture: Buffer | Blob, imageCut = "") => {
	const image = picture instanceof Blob ? picture : await asFile(picture);
	return await person.post(API.links.all, linkForm({ image, imageCut }));
};
const scanned = () => jpegOfScans({ width: 5_160, height: 5_160, scans: 100 });
const interlaced = () => pngOfZeros({ ...SQUARE, colourType: 6, isInterlaced: true });
const deep = () => pngOfZeros({ width: 12_000, height: 3_333, depth: 16, colourType: 6 });
const honestImage = () => twoColours({ width: 1500, height: 1000 }).jpeg().toBuffer();

describe("a picture that means harm (E18)", () => {
	it.each([["a JPEG of 2,646 scans", IMAGE_TOO_MANY_SCANS, () => jpegOfScans({ ...SQUARE, scans: 2_646 })]])(
		"%s is refused before any process sees it: %s",
		async (_, message, bomb) => {
			const answer = await send(attacker, await bomb());
			expect(answer.status).toBe(400);
			expect(await answer.json()).toMatchObject({ kind: "invalid", message });
			expect(begun).toBe(0);
		},
	);

	it.each<[string, () => Buffer | Promise<Buffer>, section?: string]>([
		["a JPEG of 100 scans and 26 megapixels", scanned],
		["an interlaced PNG of 40 megapixels", interlaced],
		["a wide PNG of 16 bits", deep],
		["19 texts of 7 MB each", () => pngOfTexts({ count: 19, unpacked: 7_000_000, type: "zTXt" })],
		["a profile of 500 MB", () => pngOfTexts({ count: 1, unpacked: 500_000_000, type: "iCCP" })],
		// What is cut is not shrunk while it is read.
		["the lower half of a JPEG of 100 scans", scanned, "0,2451,5160,2709"],
		["the lower half of an interlaced PNG", interlaced, "0,3004,6324,3320"],
		["the right half of a PNG of 16 bits", deep, "5652,0,6348,3333"],
	])("%s is made in less than 300 MB, one after the other", async (_, picture, section) => {
		expect((await send(attacker, await picture(), section)).status).toBe(201);
		expect(begun).toBe(1);
		for (const pid of imageProcesses()) expect(peakMemoryOf(pid)).toBeLessThan(300);
	});

	it("a photo of 40 megapixels and more than 4 MB is none", async () => {
		const photo = await noise({ width: 800, height: 500 })
			.resize({ width: 8_000, height: 5_000, fit: "fill" })
			.jpeg({ quality: 40 })
			.toBuffer();
		expect(photo.length).toBeGreaterThan(4 * MB);
		expect((await send(honest, photo)).status).toBe(201);
	});
});

describe("a picture that takes too much", () => {
	const opened: PreviewProcess[] = [];

	/** Processes for images with limits that a test can reach. */
	function limited(limits: Partial<PreviewLimits>): void {
		const generous = { workMs: 60_000, deadlineMs: 180_000, maxMemory: 280 * MB };
		previews = createPreviewProcess({ log: app.deps.log, ...generous, ...limits });
		opened.push(previews);
	}
	const present = () => new Set(imageProcesses());
	const newOnes = (known: Set<number>) => imageProcesses().filter((pid) => !known.has(pid));

	beforeEach(() => {
		const usual = previews;
		return () => {
			for (const some of opened.splice(0)) some.stop();
			previews = usual;
		};
	});

	it("processing time is given up", async () => {
		limited({ workMs: 1 });
		const answer = await send(attacker, await asFile(scanned()));
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ code: "image_too_slow", message: IMAGE_TOO_SLOW });
	});

	it("of the machine's time is to be sent again, its process ended, and whoever waited is served by the next one", async () => {
		const known = present();
		limited({ deadlineMs: 3_000 });
		expect((await send(honest, await honestImage())).status).toBe(201);
		const [stuck = 0] = newOnes(known);
		// It never comes to an end.
		process.kill(stuck, "SIGSTOP");
		begun = 0;
		const answered: string[] = [];
		const bomb = send(attacker, await honestImage()).finally(() => answered.push("bomb"));
		await until(() => begun === 1);
		const others = [attacker, honest].map(async (person) => send(person, await honestImage()));

		const refused = await bomb;
		expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
		for (const other of await Promise.all(others)) expect(other.status).toBe(201);
		await until(() => !isProcessAlive(stuck));
	});

	it("memory is given up, and its process ended", async () => {
		const known = present();
		limited({ maxMemory: 1 });
		const answer = await send(attacker, await honestImage());
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ kind: "invalid", message: IMAGE_TOO_HEAVY });
		await until(() => newOnes(known).length === 0);
	});
});

describe("beside somebody who sends ten of them", () => {
	it("an honest upload is made before theirs are", async () => {
		const heavy = await asFile(scanned());
		let left = 10;
		const bombs = Array.from({ length: left }, async () => {
			const { status } = await send(attacker, heavy);
			left -= 1;
			return status;
		});
		await until(() => begun > 0);
		const before = begun;

		const answer = await send(honest, await honestImage());
		const leftThen = left;

		expect(answer.status).toBe(201);
		// Those that ran when it came, and the one or two that had begun until it was read.
		expect(leftThen).toBeGreaterThanOrEqual(10 - before - 2 * AT_ONCE - 2);
		expect(leftThen).toBeGreaterThan(0);
		expect(new Set(await Promise.all(bombs))).toEqual(new Set([201]));
	});

	it("nobody is told to come back because of somebody else who fills the queue", async () => {
		let open = () => {};
		const gate = new Promise<void>((opened) => {
			open = opened;
		});
		const { make, ...usual } = previews;
		previews = { ...usual, make: (...order) => gate.then(() => make(...order)) };
		const image = await asFile(await honestImage());
		const refused: Response[] = [];
		// One account has at most 8 requests under way (P249), so it takes several to fill the queue.
		const attackers = [attacker, ...(await Promise.all([1, 2, 3].map(() => subscriber(app, "enterprise"))))];
		const many = Array.from({ length: 32 }, async (_, n) => {
			const answer = await send(attackers[n % 4] ?? attacker, image);
			if (answer.status === 503) refused.push(answer);
			return answer.status;
		});
		await until(() => refused.length === 32 - AT_ONCE - 20);

		const other = send(honest, image);
		await until(() => refused.length === 32 - AT_ONCE - 20 + 1);
		open();

		expect((await other).status).toBe(201);
		expect(new Set(await Promise.all(many))).toEqual(new Set([201, 503]));
		for (const answer of refused) expect(answer.headers.get("retry-after")).toBe("5");
		previews = { make, ...usual };
	});
});

function imageProcesses(): number[] {
	return childrenOf(process.pid).filter((pid) => {
		return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("make-preview") && isProcessAlive(pid);
	});
}
