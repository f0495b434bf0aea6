import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, noise } from "#server/testing/corpora/images.ts";
import { createImageService } from "./image.service.ts";
import { createImageStore } from "./image-store.ts";
import { createImagesSeen } from "./images-seen.ts";

const SESSION_SECRET = "the same for all processes of this test";

const app = useTestApp({ env: { SESSION_SECRET } });
let owner: Subscriber;
let folder: string;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
	owner = await subscriber(app);
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-seen-"));
});
afterAll(async () => {
	for (const stop of stops) await stop();
	await rm(folder, { recursive: true, force: true });
});

const newImage = async () => asFile(await noise({ width: 40, height: 40 }).png().toBuffer());

/** What a process with this folder of images says of them. */
async function looksInto(dir: string) {
	const said: { level: number; alert?: string; imageUrl?: string; msg: string }[] = [];
	const log = pino({ level: "info" }, { write: (line: string) => void said.push(JSON.parse(line)) });
	const seen = createImagesSeen({ db: app.deps.db, images: createImageStore({ dir }), log });
	await seen.run();
	return { said, warnings: seen.warnings() };
}

it("nothing is amiss while no picture is in use, and where each is seen (P147)", async () => {
	const elsewhere = path.join(folder, "empty");
	expect(await looksInto(elsewhere)).toEqual({ said: [], warnings: [] });
	// It waits for its link: the process that makes it may still be writing.
	const { deps } = app;
	const makePreview = async (upload: Buffer) => upload;
	await createImageService({ ...deps, makePreview }).keep(Buffer.from("a picture"), owner.user.id);
	expect(await looksInto(elsewhere)).toEqual({ said: [], warnings: [] });

	await createLink(owner, { image: await newImage() });
	expect(await looksInto(path.join(app.deps.config.dataDir, "images"))).toEqual({ said: [], warnings: [] });
});
