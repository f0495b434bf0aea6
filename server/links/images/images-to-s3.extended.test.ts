import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp } from "#server/testing/app/test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import { ownEnvironment, runCommand } from "#server/testing/machine/run-command.ts";
import { type S3Storage, startS3Storage } from "#server/testing/machine/s3-storage.ts";
import { API } from "#shared/platform/api-paths.ts";

const BUCKET = "visualink";
let storage: S3Storage;
let app: TestApp;
let ada: Subscriber;
let dataDir: string;
let keys: Record<string, string>;
const shown: string[] = [];

beforeAll(async () => {
	storage = await startS3Storage(BUCKET);
	keys = {
		...{ IMAGES_S3_BUCKET: BUCKET, IMAGES_S3_ENDPOINT: storage.endpoint },
		...{ IMAGES_S3_ACCESS_KEY_ID: "S3RVER", IMAGES_S3_SECRET_ACCESS_KEY: "S3RVER" },
	};
	app = await startTestApp();
	dataDir = app.deps.config.dataDir;
	ada = await subscriber(app);
	await upload(10);
	await upload(20);
});
afterAll(async () => {
	await app?.close();
	await storage?.close();
});

/** An image of another color. */
async function upload(hue: number): Promise<void> {
	const { imageUrl } = await createLink(ada, {
		image: await asFile(twoColours({ width: 1_200, height: 900 }).modulate({ hue })),
	});
	shown.push(imageUrl ?? "");
}

/** The command as an operator runs it. @param more variables next to database and folder */
function runWith(more: Record<string, string>, ...args: string[]) {
	const env = ownEnvironment({ DATABASE_URL: app.deps.databaseUrl, DATA_DIR: dataDir, ...more });
	return runCommand("operator", ["images-to-s3", ...args], { env });
}

const run = (...args: string[]) => runWith(keys, ...args);

test("images move from DATA_DIR to a bucket and back while the service runs, and none is lost", async () => {
	expect(await run()).toMatchObject({
		code: 0,
		stdout: expect.stringMatching(/^Copied 4 files .+ where 0 were before\. All 4 /),
	});
	await upload(30);
	await writeFile(path.join(dataDir, "images", ".0123456789abcdef01234567.tmp"), "half");
	expect(await run()).toMatchObject({
		code: 0,
		stdout: expect.stringMatching(/^Copied 2 files .+ where 4 were before\. All 6 /),
	});

	const moved = await startTestApp({ env: { ...keys, SESSION_SECRET: "x1y2z3".repeat(6) }, beside: app });
	const browser = moved.browser();
	for (const imageUrl of shown) {
		const there = await browser.get(imageUrl);
		expect([there.status, Buffer.from(await there.arrayBuffer())]).toEqual([
			200,
			await readFile(path.join(dataDir, imageUrl)),
		]);
		const { headers } = await fetch(`${storage.endpoint}/${BUCKET}${imageUrl}`, { method: "HEAD" });
		expect(headers.get("content-type")).toBe("image/jpeg");
		expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
	}
	await moved.close();

	await rename(path.join(dataDir, "originals"), path.join(dataDir, "before"));
	await rm(path.join(dataDir, shown[0] ?? ""));
	expect(await run("--back")).toMatchObject({
		code: 0,
		stdout: expect.stringMatching(/^Copied 4 files to .+ 2 were before/),
	});
	expect(await readdir(path.join(dataDir, "originals"))).toEqual(await readdir(path.join(dataDir, "before")));
	expect((await ada.get(API.links.original(shown[0] ?? ""))).status).toBe(200);
});

test("what is damaged isn't copied, what is missing is named, and nothing is guessed", async () => {
	await upload(40);
	const file = path.join(dataDir, shown.at(-1) ?? "");
	const bytes = await readFile(file);
	await writeFile(file, bytes.subarray(0, 100));
	const damaged = await run();
	expect(damaged).toMatchObject({
		code: 1,
		stderr: expect.stringContaining(`1 are damaged, such as ${shown.at(-1)?.slice(1)}`),
	});
	await rm(file);
	expect(await run()).toMatchObject({
		code: 1,
		stderr: expect.stringContaining("1 that the database names are missing"),
	});
	await writeFile(file, bytes);
	expect((await run()).code).toBe(0);

	expect((await runWith({})).stderr).toContain("IMAGES_S3_BUCKET: is missing.\n");
	expect((await run("--bakc")).stderr).toContain("Usage: npm run operator -- images-to-s3");
});
