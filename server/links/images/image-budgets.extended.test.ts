import { createHash, randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { insertLink } from "#server/testing/app/factories.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { segment } from "#server/testing/corpora/bombs.ts";
import { asFile, noise } from "#server/testing/corpora/images.ts";
import { imageLimits } from "#shared/billing/plans/image-limits.ts";
import { IMAGE_WITHOUT_ORIGINAL, ORIGINAL_EVICTED } from "#shared/links/images/image-file.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { ImageStore } from "./image-store.ts";
import { createOriginals } from "./originals.service.ts";

const NOON = Date.UTC(2027, 0, 1, 12);
let clock = NOON;
const app = useTestApp({ env: { RATE_LIMITS: "on" }, now: () => new Date(clock) });
let owner: Subscriber;
beforeEach(async () => {
	clock = NOON;
	owner = await subscriber(app, "starter");
});

const small = () => noise({ width: 40, height: 40 }).png().toBuffer();
const idOf = (upload: Buffer) => createHash("sha256").update(`${owner.user.id}\0`).update(upload).digest("hex");
const isStored = async (upload: Buffer) => (await app.deps.originals.read(idOf(upload))) !== null;
const anotherImage = async () => `/images/${randomBytes(32).toString("hex")}.jpg`;
const rowsOf = async () => {
	const select = `SELECT id, bytes, evicted_at IS NOT NULL AS "isEvicted" FROM originals WHERE user_id = $1`;
	return (await app.deps.pool.query<{ id: string; bytes: number; isEvicted: boolean }>(select, [owner.user.id])).rows;
};
/** The originals of an app with this budget, whose every upload gives another image. */
function originalsWithin(budget: number, store: ImageStore = app.deps.originals) {
	const now = () => new Date(clock++);
	return createOriginals({
		...app.deps,
		now,
		store,
		storedImages: { keep: anotherImage },
		budgetOf: async () => budget,
	});
}
const keep = (originals: ReturnType<typeof originalsWithin>, upload: Buffer) =>
	originals.keep({ upload, userId: owner.user.id, cut: null });
/** Bytes of this account's files on the disk. */
async function bytesOnDisk(): Promise<number> {
	const dir = path.join(app.deps.config.dataDir, "originals");
	const ids = new Set((await rowsOf()).map(({ id }) => id));
	const files = (await readdir(dir)).filter((name) => ids.has(name));
	const sizes = await Promise.all(files.map(async (name) => (await stat(path.join(dir, name))).size));
	return sizes.reduce((sum, size) => sum + size, 0);
}

describe("the originals of an account (P244)", () => {
	it("stay within its budget however many are uploaded, and whether links need them", async () => {
		const budget = 40_000;
		const originals = originalsWithin(budget);
		for (let round = 0; round < 12; round += 1) {
			const urls = await Promise.all(Array.from({ length: 5 }, async () => keep(originals, await small())));
			for (const [n, imageUrl] of urls.entries()) {
				await insertLink(app.deps.db, { userId: owner.user.id, linkSlug: `r${round}n${n}`, imageUrl });
			}
			expect(await bytesOnDisk()).toBeLessThanOrEqual(budget);
		}
		expect(await bytesOnDisk()).toBeGreaterThan(budget - 10_000);
		const stored = (await rowsOf()).filter(({ isEvicted }) => !isEvicted);
		expect(stored.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(await bytesOnDisk());
	});

	it("make room for a new one: the one edited least recently goes, its card stays, and the editor is told", async () => {
		const uploads = [await small(), await small(), await small()] as const;
		const links: LinkView[] = [];
		for (const upload of uploads.slice(0, 2)) {
			links.push(await createLink(owner, { image: await asFile(upload) }));
			clock += 1_000;
		}
		const [first, second] = links as [LinkView, LinkView];
		await owner.put(API.links.bySlug(first.linkSlug), linkForm({ image: await asFile(uploads[0]) }));
		const { originalsBytes } = imageLimits("starter");
		const almostAll = "UPDATE originals SET bytes = $2 WHERE user_id = $1";
		await app.deps.pool.query(almostAll, [owner.user.id, originalsBytes / 2]);
		clock += 1_000;
		await createLink(owner, { image: await asFile(uploads[2]) });
		expect(await Promise.all(uploads.map(isStored))).toEqual([true, false, true]);

		expect((await app.browser().get(second.imageUrl ?? "")).status).toBe(200);
		const asked = await owner.get(API.links.original(second.imageUrl ?? ""));
		expect([asked.status, await asked.json()]).toMatchObject([410, { kind: "gone", message: ORIGINAL_EVICTED }]);
		const cropped = linkForm({ imageUrl: second.imageUrl ?? "", imageCut: "0,0,1200,630" });
		const refused = await owner.put(API.links.bySlug(second.linkSlug), cropped);
		expect([refused.status, await refused.json()]).toMatchObject([400, { message: IMAGE_WITHOUT_ORIGINAL }]);
		const data = (await (await owner.get(API.account.data)).json()) as { originals: unknown[] };
		expect(data.originals).toHaveLength(2);

		await owner.put(API.links.bySlug(second.linkSlug), linkForm({ image: await asFile(uploads[1]) }));
		expect((await owner.get(API.links.original(second.imageUrl ?? ""))).status).toBe(200);
	});

	it("of a budget that shrank go a hundred at an upload, which is not stored until there is room", async () => {
		const many = `INSERT INTO originals (id, user_id, type, bytes) SELECT md5($1 || n), $1, 'image/png', 1000
			FROM generate_series(1, 150) n`;
		await app.deps.pool.query(many, [owner.user.id]);
		const originals = originalsWithin(20_000);
		const [early, late] = [await small(), await small()];
		await keep(originals, early);
		expect(await isStored(early)).toBe(false);
		await keep(originals, late);
		expect(await isStored(late)).toBe(true);
		const stored = (await rowsOf()).filter(({ isEvicted }) => !isEvicted);
		expect(stored.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(20_000);
	});

	it("leave no file behind that another upload evicted while it was being written", async () => {
		const [slow, quick] = [await small(), await small()];
		const budget = Math.max(slow.length, quick.length);
		let isFirst = true;
		const store: ImageStore = {
			...app.deps.originals,
			async put(bytes, key) {
				if (isFirst) {
					isFirst = false;
					await keep(originals, quick);
				}
				await app.deps.originals.put(bytes, key);
			},
		};
		const originals = originalsWithin(budget, store);
		await keep(originals, slow);
		expect([await isStored(slow), await isStored(quick)]).toEqual([false, true]);
	});

	it("are one for each picture, and end where the image does", async () => {
		const upload = await noise({ width: 300, height: 200 }).jpeg().toBuffer();
		const link = await createLink(owner, { image: await asFile(upload) });
		for (const junk of [randomBytes(50_000), upload]) {
			const image = await asFile(Buffer.concat([upload, junk]));
			const answer = await owner.put(API.links.bySlug(link.linkSlug), linkForm({ image }));
			expect(await answer.json()).toMatchObject({ imageUrl: link.imageUrl });
			expect(await rowsOf()).toEqual([{ id: idOf(upload), bytes: upload.length, isEvicted: false }]);
		}
		let commented = upload;
		for (let n = 0; n < 5; n += 1) {
			// Another file that shows the same.
			const comment = segment(0xfe, [...randomBytes(1_000)]);
			commented = Buffer.concat([upload.subarray(0, 2), comment, upload.subarray(2)]);
			const answer = await owner.put(API.links.bySlug(link.linkSlug), linkForm({ image: await asFile(commented) }));
			expect(await answer.json()).toMatchObject({ imageUrl: link.imageUrl });
		}
		expect(await rowsOf()).toEqual([{ id: idOf(commented), bytes: commented.length, isEvicted: false }]);
		expect(await bytesOnDisk()).toBe(commented.length);
	});
});

describe("the new images of an account within a day (P245)", () => {
	const { imagesPerDay } = imageLimits("starter");
	const moveTo = (count: number) =>
		app.deps.pool.query("UPDATE picture_counts SET count = $2 WHERE user_id = $1", [owner.user.id, count]);
	const change = async (link: LinkView, upload: Buffer) =>
		owner.put(API.links.bySlug(link.linkSlug), linkForm({ image: await asFile(upload) }));

	it("are as many as its plan allows; the next is 429 until midnight UTC, and all else goes on", async () => {
		const upload = await small();
		const link = await createLink(owner, { image: await asFile(upload) });
		await moveTo(imagesPerDay - 2);
		const statuses = await Promise.all(
			Array.from({ length: 4 }, async () => (await change(link, await small())).status),
		);
		expect(statuses.sort()).toEqual([200, 200, 429, 429]);
		const refused = await change(link, await small());
		const message = `You've added all ${imagesPerDay} new images your plan allows in a day. Please try again tomorrow.`;
		expect([refused.headers.get("retry-after"), await refused.json()]).toMatchObject([
			String(12 * 3_600),
			{ kind: "too_many", message },
		]);
		// What is there already is no new one.
		expect((await change(link, upload)).status).toBe(200);
		expect((await owner.put(API.links.bySlug(link.linkSlug), linkForm({ title: "New" }))).status).toBe(200);
		const { rows } = await app.deps.pool.query("SELECT count FROM picture_counts WHERE user_id = $1", [owner.user.id]);
		expect(rows).toEqual([{ count: imagesPerDay }]);

		clock += 12 * 3_600_000;
		expect((await change(link, await small())).status).toBe(200);
	});
});
