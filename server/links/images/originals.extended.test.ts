import { createHash, randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, noise, pixelAt, twoColours } from "#server/testing/corpora/images.ts";
import { ORIGINAL_CUT_HEADER } from "#shared/links/images/image-cut.ts";
import { IMAGE_WITHOUT_ORIGINAL } from "#shared/links/images/image-file.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createImageService } from "./image.service.ts";
import { createImagePipeline } from "./image-pipeline.ts";
import { createOriginals, type Originals } from "./originals.service.ts";

const HOUR = 60 * 60 * 1000;
const app = useTestApp();
let owner: Subscriber;
let other: Subscriber;
let originals: Originals;
let now = new Date();
const budgetOf = async () => 1024 ** 3;

beforeAll(async () => {
	[owner, other] = [await subscriber(app), await subscriber(app)];
	const { deps } = app;
	const storedImages = createImageService({ ...deps, now: () => now, makePreview: createImagePipeline(deps.previews) });
	originals = createOriginals({ ...deps, now: () => now, store: deps.originals, storedImages, budgetOf });
});
beforeEach(() => {
	now = new Date();
});

const later = (hours: number) => {
	now = new Date(now.getTime() + hours * HOUR);
};
const wide = () => twoColours({ width: 2400, height: 700 }).png().toBuffer();
const small = () => noise({ width: 40, height: 40 }).png().toBuffer();
const original = (asker: Subscriber, imageUrl: string | null) => asker.get(API.links.original(imageUrl ?? ""));
const shown = async ({ imageUrl }: LinkView) =>
	Buffer.from(await (await app.browser().get(imageUrl ?? "")).arrayBuffer());
const fileOf = (upload: Buffer, { user }: Subscriber) =>
	app.deps.originals.read(createHash("sha256").update(`${user.id}\0`).update(upload).digest("hex"));
const anotherImage = async () => `/images/${randomBytes(32).toString("hex")}.jpg`;
const isRed = ([red = 0, , blue = 0]: number[]) => red > 200 && blue < 60;

describe("the section of an uploaded picture (P160)", () => {
	it("is what the card shows, and can be changed later without the file", async () => {
		const upload = await wide();
		const link = await createLink(owner, { image: await asFile(upload), imageCut: "0,0,1200,630" });
		expect(isRed(await pixelAt(await shown(link), 1195, 300))).toBe(true);

		const found = await original(owner, link.imageUrl);
		expect(found.headers.get(ORIGINAL_CUT_HEADER)).toBe("0,0,1200,630");
		expect(Buffer.from(await found.arrayBuffer()).equals(upload)).toBe(true);

		const again = linkForm({ imageUrl: link.imageUrl ?? "", imageCut: "1200,70,1200,630" });
		const answer = await owner.put(API.links.bySlug(link.linkSlug), again);
		const changed = (await answer.json()) as LinkView;
		expect(isRed(await pixelAt(await shown(changed), 5, 300))).toBe(false);
		expect((await original(owner, changed.imageUrl)).headers.get(ORIGINAL_CUT_HEADER)).toBe("1200,70,1200,630");
	});

	it("is the server's choice where the form says none, and its original is kept as well", async () => {
		const upload = await wide();
		const [without, empty] = [await asFile(upload), await asFile(upload)];
		const link = await createLink(owner, { image: without });
		expect((await createLink(owner, { image: empty, imageCut: "" })).imageUrl).toBe(link.imageUrl);
		const found = await original(owner, link.imageUrl);
		expect([found.status, found.headers.get(ORIGINAL_CUT_HEADER)]).toEqual([200, null]);
	});

	it("of a picture without an original, of no picture, or of somebody else's is 400", async () => {
		const theirs = await createLink(other, { image: await asFile(await small()) });
		const unknown = `/images/${"0".repeat(64)}.jpg`;
		for (const imageUrl of ["", unknown, theirs.imageUrl ?? "", "https://example.com/a.jpg"]) {
			const answer = await owner.post(API.links.all, linkForm({ imageUrl, imageCut: "0,0,1200,630" }));
			expect([imageUrl, answer.status]).toEqual([imageUrl, 400]);
			expect(await answer.json()).toMatchObject({ message: IMAGE_WITHOUT_ORIGINAL });
		}
	});
});

describe("an original (P161)", () => {
	it("is for its owner alone, and no page can run it", async () => {
		const upload = await small();
		const { imageUrl } = await createLink(owner, { image: await asFile(upload) });
		expect((await original(other, imageUrl)).status).toBe(404);
		expect((await app.browser().get(API.links.original(imageUrl ?? ""))).status).toBe(401);
		for (const path of [`/originals/${imageUrl?.slice(8)}`, API.links.original("/images/x.jpg")]) {
			expect([path, (await owner.get(path)).status]).toEqual([path, 404]);
		}
		const { headers } = await original(owner, imageUrl);
		expect(headers.get("content-type")).toBe("image/png");
		expect(headers.get("cache-control")).toBe("private, no-store");
		expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
		expect(headers.get("content-disposition")).toBe("attachment");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
	});

	it("of the same bytes belongs to each of two people on their own", async () => {
		const upload = await small();
		const mine = await createLink(owner, { image: await asFile(upload) });
		const theirs = await createLink(other, { image: await asFile(upload) });
		expect(mine.imageUrl).toBe(theirs.imageUrl);
		await other.delete(API.links.byId(theirs.id));
		later(49);
		await originals.sweep();
		expect(await fileOf(upload, other)).toBeNull();
		expect((await original(other, theirs.imageUrl)).status).toBe(404);
		expect((await original(owner, mine.imageUrl)).status).toBe(200);
	});

	it("goes a day after the last link that shows a section of it, deleted or with another picture", async () => {
		const [replaced, deleted, kept] = [await small(), await small(), await small()];
		const one = await createLink(owner, { image: await asFile(replaced) });
		const two = await createLink(owner, { image: await asFile(deleted) });
		await createLink(owner, { image: await asFile(kept) });
		await owner.put(API.links.bySlug(one.linkSlug), linkForm());
		await owner.delete(API.links.byId(two.id));
		await originals.sweep();
		for (const upload of [replaced, deleted]) expect(await fileOf(upload, owner)).not.toBeNull();
		for (const hours of [25, 22]) {
			later(hours);
			await originals.sweep();
			for (const upload of [replaced, deleted]) expect(await fileOf(upload, owner)).not.toBeNull();
		}
		later(2);
		await originals.sweep();
		for (const upload of [replaced, deleted]) expect(await fileOf(upload, owner)).toBeNull();
		later(1000);
		await originals.sweep();
		expect(await fileOf(kept, owner)).not.toBeNull();
	});

	it("is there for a link that was deleted and comes back, however old it is", async () => {
		for (const hours of [24, 47]) {
			const upload = await small();
			const { id } = await createLink(owner, { image: await asFile(upload) });
			// Looked at each hour.
			for (let hour = 0; hour < hours; hour += 1) {
				later(1);
				await originals.sweep();
			}
			await owner.delete(API.links.byId(id));
			later(1);
			await originals.sweep();
			expect([hours, (await fileOf(upload, owner)) !== null]).toEqual([hours, true]);
		}
	});

	it("waits for a link beside at most twenty others of the same person", async () => {
		const somebody = await subscriber(app);
		const uploads: Buffer[] = [];
		const used = await small();
		await createLink(somebody, { image: await asFile(used) });
		const storedImages = { keep: anotherImage };
		const waiting = createOriginals({ ...app.deps, now: () => now, store: app.deps.originals, storedImages, budgetOf });
		for (let n = 0; n < 22; n += 1) {
			now = new Date(now.getTime() + 1000);
			const upload = await small();
			await waiting.keep({ upload, userId: somebody.user.id, cut: null });
			uploads.push(upload);
		}
		const files = await Promise.all([used, ...uploads].map((upload) => fileOf(upload, somebody)));
		expect(files.map((file) => file !== null)).toEqual([true, false, false, ...Array(20).fill(true)]);
	});

	it("that comes once more while others beyond twenty are removed stays, and waits for its cut", async () => {
		const somebody = await subscriber(app);
		const { id: userId } = somebody.user;
		const { deps } = app;
		const upload = await small();
		const id = createHash("sha256").update(`${userId}\0`).update(upload).digest("hex");
		const storedImages = { keep: anotherImage };
		const store = {
			...deps.originals,
			async remove(removed: string) {
				// The oldest of all would be the next, and another process has just got it again.
				await deps.pool.query("UPDATE originals SET checked_at = $2 WHERE id = $1", [id, now]);
				await deps.originals.remove(removed);
			},
		};
		const waiting = createOriginals({ ...deps, now: () => now, store, storedImages, budgetOf });
		await waiting.keep({ upload, userId, cut: null });
		const others = `INSERT INTO originals (id, user_id, type, bytes, checked_at)
			SELECT md5($1 || n), $1, 'image/png', 1, $2::timestamptz + n * interval '1 ms' FROM generate_series(1, 20) n`;
		await deps.pool.query(others, [userId, now]);
		later(1);
		await waiting.keep({ upload: await small(), userId, cut: null });
		expect(await fileOf(upload, somebody)).not.toBeNull();
		const { rows } = await deps.pool.query("SELECT count(*)::int FROM originals WHERE user_id = $1", [userId]);
		expect(rows).toEqual([{ count: 21 }]);
	});

	it("goes with its owner's account at the next sweep, and is in the data that one takes along before", async () => {
		const leaver = await subscriber(app);
		const upload = await twoColours({ width: 1301, height: 701 }).png().toBuffer();
		const link = await createLink(leaver, { image: await asFile(upload), imageCut: "10,20,1200,630" });
		const data = JSON.parse(await (await leaver.get(API.account.data)).text());
		expect(data.originals).toEqual([
			{
				picture: `${app.origin}${link.imageUrl}`,
				original: `${app.origin}${API.links.original(link.imageUrl ?? "")}`,
				type: "image/png",
				bytes: upload.length,
				cut: { x: 10, y: 20, width: 1200, height: 630 },
			},
		]);
		expect((await leaver.delete(API.account.all, { confirm: leaver.user.userSlug })).status).toBe(204);
		await originals.sweep();
		expect(await fileOf(upload, leaver)).toBeNull();
		const { rows } = await app.deps.pool.query("SELECT 1 FROM originals WHERE bytes = $1", [upload.length]);
		expect(rows).toEqual([]);
	});

	it("is not kept for somebody who left meanwhile", async () => {
		const leaver = await subscriber(app);
		await leaver.delete(API.account.all, { confirm: leaver.user.userSlug });
		const kept = originals.keep({ upload: await small(), userId: leaver.user.id, cut: null });
		await expect(kept).rejects.toMatchObject({ kind: "unauthenticated" });
	});
});
