import { describe, expect, it } from "vitest";
import { AppError } from "#server/platform/http/app-error.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { WorkerEnded } from "#server/platform/work/worker-client.ts";
import { StandInWorker } from "#server/testing/app/stand-in-worker.ts";
import { IMAGE_TOO_SLOW, IMAGE_UNREADABLE } from "#shared/links/images/image-file.ts";
import { AT_ONCE } from "./image-pipeline.ts";
import { createPreviewProcess } from "./preview-process.ts";
import { type PreviewLimits, startPreviewWorker } from "./preview-worker.ts";

const UPLOAD = Buffer.from("a picture");
const JPEG = Buffer.from("a preview");
const ENDED = new WorkerEnded("ended with SIGSEGV", { wasReady: true });
const NOT_STARTED = new WorkerEnded("spawn EAGAIN", { wasReady: false });
const log = createLog({ logLevel: "silent" });

/** Workers that answer with these, one after the other; `worn` ones are fit for no second image. */
function workersOf(answers: (Buffer | Error)[], { isWorn = false } = {}) {
	const counts = { started: 0, stopped: 0 };
	const given: PreviewLimits[] = [];
	const previews = createPreviewProcess({
		log,
		start(limits) {
			let isFit = true;
			counts.started += 1;
			given.push(limits);
			return {
				isFit: () => isFit,
				async make() {
					const answer = answers.shift() ?? JPEG;
					isFit = !isWorn && !(answer instanceof WorkerEnded || answer instanceof AppError);
					if (answer instanceof Error) throw answer;
					return answer;
				},
				stop() {
					counts.stopped += 1;
				},
			};
		},
	});
	return { previews, counts, given };
}

describe("a picture over which a process ended", () => {
	it("is made by another", async () => {
		for (const error of [ENDED, NOT_STARTED]) {
			const { previews, counts } = workersOf([error, JPEG]);
			await expect(previews.make(UPLOAD)).resolves.toBe(JPEG);
			expect(counts.started).toBe(2);
		}
	});

	it("is refused when two did", async () => {
		const { previews, counts } = workersOf([ENDED, ENDED, JPEG]);
		await expect(previews.make(UPLOAD)).rejects.toMatchObject({ kind: "invalid", message: IMAGE_UNREADABLE });
		expect(counts.started).toBe(2);
	});

	it("is not to blame when none could be started", async () => {
		const { previews } = workersOf([ENDED, NOT_STARTED]);
		await expect(previews.make(UPLOAD)).rejects.toMatchObject({ kind: "unavailable", retryAfterSeconds: 5 });
	});

	it("is told why, when it took too much or was no good, and not tried again", async () => {
		for (const error of [new AppError("invalid", IMAGE_TOO_SLOW), new Error("no good")]) {
			const { previews, counts } = workersOf([error]);
			await expect(previews.make(UPLOAD)).rejects.toBe(error);
			expect(counts.started).toBe(1);
		}
	});
});

describe("the time of a picture (P59)", () => {
	it.each([
		["costs too much of it is refused", 100, { code: "image_too_slow", status: 400 }],
		["a late machine has none for is to be sent again", 0, { status: 503, retryAfterSeconds: 5 }],
	])("a picture that %s, and its process ended", async (_, used, answer) => {
		const process = new StandInWorker();
		process.uses = used;
		const start = (limits: PreviewLimits) =>
			startPreviewWorker({ ...limits, workMs: 100, deadlineMs: 1 }, () => process);
		const made = createPreviewProcess({ log, start }).make(UPLOAD);
		await expect(made).rejects.toMatchObject(answer);
		expect(process.terminated).toBe(1);
	});
});

describe("a process", () => {
	it("has ten seconds of processing time for a picture and less than 300 MB, the second one for the same picture too (P59)", async () => {
		const { previews, given } = workersOf([ENDED, JPEG]);
		await previews.make(UPLOAD);
		expect(given).toHaveLength(2);
		for (const { workMs, maxMemory } of given) {
			expect(workMs).toBeLessThanOrEqual(10_000);
			expect(maxMemory).toBeLessThan(300_000_000);
		}
	});

	it("makes one picture after the other, bad ones too", async () => {
		const { previews, counts } = workersOf([JPEG, new Error("no good"), JPEG]);
		await previews.make(UPLOAD);
		await expect(previews.make(UPLOAD)).rejects.toThrow("no good");
		await previews.make(UPLOAD);
		expect(counts).toEqual({ started: 1, stopped: 0 });
	});

	it("that is worn, or was ended, gives way to a new one", async () => {
		const worn = workersOf([], { isWorn: true });
		await worn.previews.make(UPLOAD);
		await worn.previews.make(UPLOAD);
		expect(worn.counts).toEqual({ started: 2, stopped: 2 });

		const ended = workersOf([new AppError("invalid", IMAGE_TOO_SLOW)]);
		await ended.previews.make(UPLOAD).catch(() => undefined);
		await ended.previews.make(UPLOAD);
		expect(ended.counts).toEqual({ started: 2, stopped: 1 });
	});

	it("makes nothing else meanwhile; of many, only those that are usual are kept, until the end", async () => {
		const { previews, counts } = workersOf([]);
		await Promise.all(Array.from({ length: AT_ONCE + 2 }, () => previews.make(UPLOAD)));
		expect(counts).toEqual({ started: AT_ONCE + 2, stopped: 2 });
		previews.stop();
		expect(counts.stopped).toBe(AT_ONCE + 2);
	});

	it("that finishes after the end is stopped as well", async () => {
		const { previews, counts } = workersOf([]);
		const made = previews.make(UPLOAD);
		previews.stop();
		await made;
		expect(counts).toEqual({ started: 1, stopped: 1 });
	});
});
