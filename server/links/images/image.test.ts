import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, noise } from "#server/testing/corpora/images.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createImageService, type ImageService } from "./image.service.ts";
import { createImagePipeline } from "./image-pipeline.ts";

const HOUR = 60 * 60 * 1000;

const app = useTestApp();
let owner: Subscriber;
let storedImages: ImageService;
let now = new Date();

beforeAll(async () => {
	owner = await subscriber(app);
	storedImages = createImageService({
		...app.deps,
		now: () => now,
		makePreview: createImagePipeline(app.deps.previews),
	});
});
beforeEach(() => {
	now = new Date();
});

const isServed = async (imageUrl: string) => (await app.browser().get(imageUrl)).status === 200;
const newImage = () => noise({ width: 40, height: 40 }).png().toBuffer();
const hoursLater = (hours: number) => {
	now = new Date(now.getTime() + hours * HOUR);
};

describe("an uploaded picture (E15)", () => {
	it("that never got its link is removed after a day, not before", async () => {
		const imageUrl = await storedImages.keep(await newImage(), owner.user.id);
		hoursLater(23);
		await storedImages.sweep();
		expect(await isServed(imageUrl)).toBe(true);

		hoursLater(2);
		expect(await storedImages.sweep()).toBe(1);

		expect(await isServed(imageUrl)).toBe(false);
		expect(await storedImages.sweep()).toBe(0);
		const answer = await owner.post(API.links.all, linkForm({ imageUrl }));
		expect(answer.status).toBe(400);
	});

	it("stays when its link has another one, or is deleted: shares still show it", async () => {
		const replaced = await createLink(owner, { image: await asFile(await newImage()) });
		const deleted = await createLink(owner, { image: await asFile(await newImage()) });
		await owner.put(API.links.bySlug(replaced.linkSlug), linkForm());
		await owner.delete(API.links.byId(deleted.id));

		hoursLater(1000);
		expect(await storedImages.sweep()).toBe(0);

		expect(await isServed(replaced.imageUrl ?? "")).toBe(true);
		expect(await isServed(deleted.imageUrl ?? "")).toBe(true);
	});

	it("goes with its owner's account, unless somebody else shows it too: not at once, but with the next sweep", async () => {
		const leaver = await subscriber(app);
		const shared = await newImage();
		const own = await createLink(leaver, { image: await asFile(await newImage()) });
		const both = await createLink(leaver, { image: await asFile(shared) });
		await createLink(owner, { image: await asFile(shared) });
		await leaver.put(API.links.bySlug(own.linkSlug), linkForm({ image: await asFile(await newImage()) }));

		expect((await leaver.delete(API.account.all, { confirm: leaver.user.userSlug })).status).toBe(204);

		hoursLater(25);
		expect(await storedImages.sweep()).toBe(2);
		expect(await isServed(own.imageUrl ?? "")).toBe(false);
		expect(await isServed(both.imageUrl ?? "")).toBe(true);
	});

	it("stays for somebody who shows it in the moment its owner leaves", async () => {
		const leaver = await subscriber(app);
		const upload = await newImage();
		const { imageUrl } = await createLink(leaver, { image: await asFile(upload) });
		await storedImages.keep(upload, owner.user.id);
		let leaving: Promise<void> | undefined;
		await app.deps.db.transaction(async (tx) => {
			await storedImages.requireShown(tx, { imageUrl, userId: owner.user.id });
			leaving = app.deps.db.transaction((other) => storedImages.release(other, leaver.user.id));
			await waitForLock();
		});
		await leaving;
		hoursLater(25);
		expect(await storedImages.sweep()).toBe(0);
		expect(await isServed(imageUrl ?? "")).toBe(true);
	});

	it("that comes again has another day", async () => {
		const upload = await newImage();
		const imageUrl = await storedImages.keep(upload, owner.user.id);
		hoursLater(25);
		expect(await storedImages.keep(upload, owner.user.id)).toBe(imageUrl);
		expect(await storedImages.sweep()).toBe(0);
		expect(await isServed(imageUrl)).toBe(true);
	});

	it("that comes again while it is swept away is there in the end", async () => {
		const upload = await newImage();
		const imageUrl = await storedImages.keep(upload, owner.user.id);
		hoursLater(25);
		let again: Promise<string> | undefined;
		const sweeping = createImageService({
			...app.deps,
			now: () => now,
			makePreview: createImagePipeline(app.deps.previews),
			images: {
				...app.deps.images,
				async remove(path) {
					again = storedImages.keep(upload, owner.user.id);
					await waitForLock();
					await app.deps.images.remove(path);
				},
			},
		});

		expect(await sweeping.sweep()).toBe(1);

		await again;
		expect(await isServed(imageUrl)).toBe(true);
	});
});

describe("an image of ours (P480)", () => {
	/** How someone asks for a card with the image at this path; each answers with the status. */
	const WAYS: [string, (by: Subscriber, imageUrl: string) => Promise<number>, number][] = [
		["a new link", async (by, imageUrl) => (await by.post(API.links.all, linkForm({ imageUrl }))).status, 201],
		[
			"an edit",
			async (by, imageUrl) => (await by.put(API.links.bySlug(await slugOf(by)), linkForm({ imageUrl }))).status,
			200,
		],
		[
			"a card for one app",
			async (by, imageUrl) => {
				const { id } = await createLink(by);
				const form = new FormData();
				form.append("imageUrl", imageUrl);
				return (await by.put(API.links.card(id, "x"), form)).status;
			},
			200,
		],
	];
	const slugOf = async (by: Subscriber) => (await createLink(by)).linkSlug;

	it.each(WAYS)("may be named by %s of the account that uploaded it alone", async (_, ask, done) => {
		const [uploader, same, stranger] = [await subscriber(app), await subscriber(app), await subscriber(app)];
		const upload = await newImage();
		const { imageUrl } = await createLink(uploader, { image: await asFile(upload) });
		const named = imageUrl ?? "";
		await storedImages.keep(upload, same.user.id);
		const statuses = [await ask(uploader, named), await ask(same, named), await ask(stranger, named)];
		expect(statuses).toEqual([done, done, 400]);

		const leave = (by: Subscriber) => by.delete(API.account.all, { confirm: by.user.userSlug });
		await leave(uploader);
		hoursLater(25);
		await storedImages.sweep();
		expect(await isServed(named), "the same upload of another account keeps it").toBe(true);
		await leave(same);
		await storedImages.sweep();
		expect(await isServed(named)).toBe(false);
	});

	it("of another account is left out of an import, by path or whole address, and goes with its uploader", async () => {
		const [uploader, stranger] = [await subscriber(app), await subscriber(app, "enterprise")];
		const { imageUrl } = await createLink(uploader, { image: await asFile(await newImage()) });
		const rows = [imageUrl, app.origin + imageUrl, `${app.origin}${imageUrl}?v=1#top`];
		const file = ["target_url,title,image_url", ...rows.map((image, n) => `https://example.com/${n},T,${image}`)];
		const sent = await fetch(`${app.origin}${API.imports.all}?name=a.csv`, {
			method: "POST",
			headers: { "Content-Type": "text/csv", Cookie: cookieOf(stranger) },
			body: file.join("\n"),
		});
		const { id } = (await sent.json()) as ImportView;
		await stranger.post(API.imports.start(id), {});
		await until(async () => ((await (await stranger.get(API.imports.all)).json()) as ImportView).state === "done");
		const { rows: made } = await app.deps.pool.query(
			`SELECT r.note, l.image_url FROM import_rows r JOIN links l ON l.target_url = r.content->>'targetUrl'
				AND l.user_id = $2 WHERE r.import_id = $1`,
			[id, stranger.user.id],
		);
		const leftOut = { note: expect.stringContaining("Image left out"), image_url: null };
		expect(made).toEqual(rows.map(() => leftOut));

		await uploader.delete(API.account.all, { confirm: uploader.user.userSlug });
		hoursLater(25);
		await storedImages.sweep();
		expect(await isServed(imageUrl ?? "")).toBe(false);
	});
});

/** Until someone waits for a row that someone else is about to delete. */
async function waitForLock(): Promise<void> {
	const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
	await until(async () => (await app.deps.pool.query(waiting)).rows.length > 0);
}
