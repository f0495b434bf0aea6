import { createHash } from "node:crypto";
import { watch } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { IS_WHOLE, rounds, say } from "#server/testing/app/torture.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, noise } from "#server/testing/corpora/images.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { startKillableService } from "#server/testing/machine/kill-runner.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { createImageService } from "./image.service.ts";
import { createImagePipeline } from "./image-pipeline.ts";
import { createImageStore } from "./image-store.ts";

const SESSION_SECRET = "the same for both processes of this test";

/** Signs people in, on the database that the killed process works on. */
const app = useTestApp({ env: { SESSION_SECRET } });
let owner: Subscriber;
let dataDir: string;
let origin: string;
let service: Awaited<ReturnType<typeof startKillableService>>;

beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-crash-"));
	await mkdir(path.join(dataDir, "images"));
	const port = await freePort();
	origin = `http://localhost:${port}`;
	service = await startKillableService({
		...{ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: app.deps.databaseUrl },
		...{ SESSION_SECRET, LOG_LEVEL: "fatal" },
	});
});
afterAll(async () => {
	await service.stop();
	await rm(dataDir, { recursive: true, force: true });
});

it(
	"a kill -9 while pictures are kept leaves no link without its picture, and halves are swept away (E15)",
	async () => {
		const kills = rounds({ long: 50, short: 2 });
		for (let kill = 0; kill < kills; kill += 1) {
			const steps = untilStep(1 + (kill % 24));
			const uploads = await Promise.all(Array.from({ length: 8 }, upload));
			await Promise.race([steps, Promise.all(uploads.map(({ answered }) => answered))]);
			await service.kill();
			await Promise.all(uploads.map(({ answered }) => answered));
		}

		const shown = await app.deps.db.select({ imageUrl: links.imageUrl }).from(links).where(isNotNull(links.imageUrl));
		for (const { imageUrl } of shown) await expectWhole(path.basename(imageUrl ?? ""));
		const names = await readdir(path.join(dataDir, "images"));
		const halves = names.filter((name) => name.endsWith(".tmp"));
		for (const name of names) if (!halves.includes(name)) await expectWhole(name);

		await sweepADayLater();
		const kept = await readdir(path.join(dataDir, "images"));
		expect(kept.sort()).toEqual([...new Set(shown.map(({ imageUrl }) => path.basename(imageUrl ?? "")))].sort());
		say(
			`E15: ${kills} kills: ${shown.length} links with their pictures, 0 without; ${names.length - kept.length} orphans swept, ${halves.length} of them halves`,
		);
		if (IS_WHOLE) expect(names.length).toBeGreaterThan(kept.length);
	},
	60_000 + rounds({ long: 50, short: 2 }) * 20_000,
);

/** Resolves after `count` changes in the images folder: each file is created, written, then renamed. */
function untilStep(count: number): Promise<void> {
	return new Promise((resolve) => {
		let left = count;
		const watcher = watch(path.join(dataDir, "images"), () => {
			left -= 1;
			if (left > 0) return;
			watcher.close();
			resolve();
		});
	});
}

/** Begins to upload a new image; the answer may never come. */
async function upload(): Promise<{ answered: Promise<unknown> }> {
	const image = await asFile(await noise({ width: 300, height: 200 }).jpeg().toBuffer());
	const headers = { cookie: cookieOf(owner) };
	const answered = fetch(origin + API.links.all, { method: "POST", headers, body: linkForm({ image }) });
	return { answered: answered.catch(() => null) };
}

/** An image is named after its content. */
async function expectWhole(name: string): Promise<void> {
	const jpeg = await readFile(path.join(dataDir, "images", name));
	expect(`${createHash("sha256").update(jpeg).digest("hex")}.jpg`).toBe(name);
}

function sweepADayLater(): Promise<number> {
	return createImageService({
		db: app.deps.db,
		now: () => new Date(Date.now() + DAY_MS + 60_000),
		images: createImageStore({ dir: path.join(dataDir, "images") }),
		makePreview: createImagePipeline(app.deps.previews),
	}).sweep();
}
