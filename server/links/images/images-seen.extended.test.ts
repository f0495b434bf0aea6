import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, noise } from "#server/testing/corpora/images.ts";
import { tryService } from "#server/testing/machine/built-service.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { API } from "#shared/platform/api-paths.ts";
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

it("one picture in use that can't be found is an alert, and said on /readyz", async () => {
	const { imageUrl } = await createLink(owner, { image: await newImage() });
	const { said, warnings } = await looksInto(path.join(folder, "empty"));
	expect(said).toMatchObject([{ level: 50, alert: "pictures_unseen", imageUrl }]);
	expect(said[0]?.msg).toContain("Give all processes the same DATA_DIR, or keep pictures on S3");
	expect(warnings).toEqual([expect.stringContaining("can't be found by this process")]);
});

it("a second process with a folder of its own is told of the first one's picture at the start, and serves", async () => {
	const first = await start("first");
	const headers = { cookie: cookieOf(owner) };
	const body = linkForm({ image: await newImage() });
	expect((await fetch(first.origin + API.links.all, { method: "POST", headers, body })).status).toBe(201);

	const second = await start("second", "pictures_unseen");
	const ready = async () => {
		const answer = await fetch(`${second.origin}/readyz`);
		return { status: answer.status, body: (await answer.json()) as { warnings?: string[] } };
	};
	await until(async () => (await ready()).body.warnings !== undefined);
	const warnings = [expect.stringContaining("the same DATA_DIR")];
	expect(await ready()).toMatchObject({ status: 200, body: { status: "ready", warnings } });
	expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
});

async function start(name: string, says = "") {
	const port = await freePort();
	const env = {
		...{ PORT: String(port), DATA_DIR: path.join(folder, name), DATABASE_URL: app.deps.databaseUrl },
		...{ SESSION_SECRET, LOG_LEVEL: "warn" },
	};
	const service = await tryService(env, { says });
	stops.push(service.stop);
	expect(service.code).toBeNull();
	return { origin: `http://localhost:${port}`, stop: service.stop };
}
