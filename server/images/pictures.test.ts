import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, noise } from "#server/testing/corpora/pictures.ts";
import { API } from "#shared/api-paths.ts";
import { createImagePipeline } from "./image-pipeline.ts";
import { createPictures, type Pictures } from "./pictures.service.ts";

const HOUR = 60 * 60 * 1000;

const app = useTestApp();
let owner: Subscriber;
let pictures: Pictures;
let now = new Date();

beforeAll(async () => {
	owner = await subscriber(app);
	pictures = createPictures({ ...app.deps, now: () => now, makePreview: createImagePipeline(app.deps.previews) });
});
beforeEach(() => {
	now = new Date();
});

const isServed = async (imageUrl: string) => (await app.browser().get(imageUrl)).status === 200;
const newPicture = () => noise({ width: 40, height: 40 }).png().toBuffer();
const hoursLater = (hours: number) => {
	now = new Date(now.getTime() + hours * HOUR);
};

/** As a release from before migration 0004 leaves a link's picture. */
const forgetOwners = (imageUrl: string | null) =>
	app.deps.pool.query("DELETE FROM picture_owners WHERE image_url = $1", [imageUrl]);
const ownersOf = async (imageUrl: string | null) => {
	const { rows } = await app.deps.pool.query("SELECT user_id FROM picture_owners WHERE image_url = $1", [imageUrl]);
	return rows.map(({ user_id }) => user_id);
};

describe("an uploaded picture (E15)", () => {
	it("that never got its link is removed after a day, not before", async () => {
		const imageUrl = await pictures.keep(await newPicture(), owner.user.id);
		hoursLater(23);
		await pictures.sweep();
		expect(await isServed(imageUrl)).toBe(true);

		hoursLater(2);
		expect(await pictures.sweep()).toBe(1);

		expect(await isServed(imageUrl)).toBe(false);
		expect(await pictures.sweep()).toBe(0);
		const answer = await owner.post(API.links.all, linkForm({ imageUrl }));
		expect(answer.status).toBe(400);
	});

	it("stays when its link has another one, or is deleted: shares still show it", async () => {
		const replaced = await createLink(owner, { image: await asFile(await newPicture()) });
		const deleted = await createLink(owner, { image: await asFile(await newPicture()) });
		await owner.put(API.links.bySlug(replaced.linkSlug), linkForm());
		await owner.delete(API.links.byId(deleted.id));

		hoursLater(1000);
		expect(await pictures.sweep()).toBe(0);

		expect(await isServed(replaced.imageUrl ?? "")).toBe(true);
		expect(await isServed(deleted.imageUrl ?? "")).toBe(true);
	});

	it("goes with its owner's account, unless somebody else shows it too: not at once, but with the next sweep", async () => {
		const leaver = await subscriber(app);
		const shared = await newPicture();
		const own = await createLink(leaver, { image: await asFile(await newPicture()) });
		const both = await createLink(leaver, { image: await asFile(shared) });
		await createLink(owner, { image: await asFile(shared) });
		await leaver.put(API.links.bySlug(own.linkSlug), linkForm({ image: await asFile(await newPicture()) }));

		expect((await leaver.delete(API.account.all, { confirm: leaver.user.userSlug })).status).toBe(204);

		hoursLater(25);
		expect(await pictures.sweep()).toBe(2);
		expect(await isServed(own.imageUrl ?? "")).toBe(false);
		expect(await isServed(both.imageUrl ?? "")).toBe(true);
	});

	it("goes with its owner's account, too, when an older release wrote the link and noted no owner", async () => {
		const leaver = await subscriber(app);
		const { imageUrl } = await createLink(leaver, { image: await asFile(await newPicture()) });
		await forgetOwners(imageUrl);
		await leaver.delete(API.account.all, { confirm: leaver.user.userSlug });
		hoursLater(25);
		expect(await pictures.sweep()).toBe(1);
		expect(await isServed(imageUrl ?? "")).toBe(false);
	});

	it("stays for somebody whose link an older release wrote, whoever else leaves", async () => {
		const leaver = await subscriber(app);
		const image = await asFile(await newPicture());
		const { imageUrl } = await createLink(owner, { image });
		await forgetOwners(imageUrl);
		await createLink(leaver, { image });
		await leaver.delete(API.account.all, { confirm: leaver.user.userSlug });
		hoursLater(25);
		expect(await pictures.sweep()).toBe(0);
		expect(await isServed(imageUrl ?? "")).toBe(true);
		expect(await ownersOf(imageUrl)).toEqual([owner.user.id]);
	});

	it("stays for somebody who shows it in the moment its owner leaves", async () => {
		const leaver = await subscriber(app);
		const { imageUrl } = await createLink(leaver, { image: await asFile(await newPicture()) });
		let leaving: Promise<void> | undefined;
		await app.deps.db.transaction(async (tx) => {
			await pictures.markUsed(tx, { imageUrl: imageUrl ?? "", userId: owner.user.id });
			leaving = app.deps.db.transaction((other) => pictures.release(other, leaver.user.id));
			await waitForLock();
		});
		await leaving;
		hoursLater(25);
		expect(await pictures.sweep()).toBe(0);
		expect(await isServed(imageUrl ?? "")).toBe(true);
	});

	it("that comes again has another day", async () => {
		const upload = await newPicture();
		const imageUrl = await pictures.keep(upload, owner.user.id);
		hoursLater(25);
		expect(await pictures.keep(upload, owner.user.id)).toBe(imageUrl);
		expect(await pictures.sweep()).toBe(0);
		expect(await isServed(imageUrl)).toBe(true);
	});

	it("that comes again while it is swept away is there in the end", async () => {
		const upload = await newPicture();
		const imageUrl = await pictures.keep(upload, owner.user.id);
		hoursLater(25);
		let again: Promise<string> | undefined;
		const sweeping = createPictures({
			...app.deps,
			now: () => now,
			makePreview: createImagePipeline(app.deps.previews),
			images: {
				...app.deps.images,
				async remove(path) {
					again = pictures.keep(upload, owner.user.id);
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

/** Until someone waits for a row that someone else is about to delete. */
async function waitForLock(): Promise<void> {
	const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
	await until(async () => (await app.deps.pool.query(waiting)).rows.length > 0);
}
