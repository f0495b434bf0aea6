import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/pictures.ts";
import { API } from "#shared/api-paths.ts";

const BRIEFLY = { kind: "unavailable", message: "Pictures are briefly unavailable. Please try again." };

const app = useTestApp();
let owner: Subscriber;
let folder: string;
beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	folder = path.join(app.deps.config.dataDir, "images");
});

const picture = (width: number) => asFile(twoColours({ width, height: 100 }));

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
	await createLink(owner, { title: "Without a picture" });
	expect(await (await owner.get(API.links.all)).json()).toMatchObject([{ imageUrl: null }, { imageUrl }]);

	await rm(folder);
	await rename(`${folder}-aside`, folder);
	expect((await app.browser().get(imageUrl ?? "")).status).toBe(200);
	const mended = await createLink(owner, { image: await picture(300) });
	expect((await app.browser().get(mended.imageUrl ?? "")).status).toBe(200);
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
