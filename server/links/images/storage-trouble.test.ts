import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import { API } from "#shared/platform/api-paths.ts";

const BRIEFLY = {
	kind: "unavailable",
	code: "storage_unavailable",
	message: "Images are briefly unavailable. Please try again.",
};

const METRICS_TOKEN = "a-token-of-some-length";
const app = useTestApp({ env: { METRICS_TOKEN } });
let owner: Subscriber;
let folder: string;
beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	folder = path.join(app.deps.config.dataDir, "images");
});

const picture = (width: number) => asFile(twoColours({ width, height: 100 }));

/** A metric's value, and what `/readyz` warns of. */
async function figure(series: string): Promise<number> {
	const answer = await fetch(`${app.origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
	const line = (await answer.text()).split("\n").find((each) => each.startsWith(`${series} `));
	return Number(line?.slice(series.length));
}
async function warnings(): Promise<string[]> {
	const ready = (await (await fetch(`${app.origin}/readyz`)).json()) as { warnings?: string[] };
	return ready.warnings ?? [];
}
const FAILED_WRITES = 'visualink_picture_storage_failures_total{operation="write"}';
const WRITES = 'visualink_picture_storage_calls_total{operation="write"}';
const MADE = 'visualink_picture_duration_seconds_count{result="made"}';
const NOT_KEPT = 'visualink_picture_duration_seconds_count{result="not_kept"}';

async function expectBriefly(answer: Response) {
	expect(answer.status).toBe(503);
	expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(answer.headers.get("cache-control")).toMatch(/no-store/);
	expect(await answer.json()).toMatchObject({ ...BRIEFLY, requestId: answer.headers.get("x-request-id") });
}

it("while the folder for pictures is a file, pictures wait and links without one do not; it mends itself", async () => {
	const { imageUrl, linkSlug } = await createLink(owner, { image: await picture(200) });
	await rename(folder, `${folder}-aside`);
	await writeFile(folder, "no folder");

	await expectBriefly(await owner.post(API.links.all, linkForm({ image: await picture(300) })));
	await expectBriefly(await owner.put(API.links.bySlug(linkSlug), linkForm({ image: await picture(400) })));
	await expectBriefly(await app.browser().get(imageUrl ?? ""));
	await createLink(owner, { title: "Without an image" });
	expect(await (await owner.get(API.links.all)).json()).toMatchObject([{ imageUrl: null }, { imageUrl }]);

	await rm(folder);
	await rename(`${folder}-aside`, folder);
	expect((await app.browser().get(imageUrl ?? "")).status).toBe(200);
	const mended = await createLink(owner, { image: await picture(300) });
	expect((await app.browser().get(mended.imageUrl ?? "")).status).toBe(200);
});

it("uploads that could not be stored count as failures, not as made, and /readyz warns until one is stored", async () => {
	expect(await warnings()).toEqual([]);
	const [made, written] = [await figure(MADE), await figure(WRITES)];
	await rename(folder, `${folder}-aside`);
	await writeFile(folder, "no folder");
	await expectBriefly(await owner.post(API.links.all, linkForm({ image: await picture(310) })));
	expect([await figure(MADE), await figure(NOT_KEPT), await figure(FAILED_WRITES)]).toEqual([made, 3, 3]);
	expect(await warnings()).toEqual([expect.stringMatching(/^Pictures can't be written: the storage is away/)]);

	await rm(folder);
	await rename(`${folder}-aside`, folder);
	await createLink(owner, { image: await picture(310) });
	expect(await figure(MADE)).toBe(made + 1);
	expect(await figure(WRITES)).toBeGreaterThan(written);
	expect(await warnings()).toEqual([]);
});

it("a folder that is gone is made again", async () => {
	await rm(folder, { recursive: true });
	const { imageUrl } = await createLink(owner, { image: await picture(500) });
	expect((await app.browser().get(imageUrl ?? "")).status).toBe(200);
});

it("a folder in the place of a picture is no picture", async () => {
	const name = `${"a".repeat(64)}.jpg`;
	await mkdir(path.join(folder, name));
	await expectBriefly(await app.browser().get(`/images/${name}`));
});
