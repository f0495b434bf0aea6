import { beforeAll, expect, it } from "vitest";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile } from "#server/testing/corpora/images.ts";
import { bytesAt, chosenImage, imageForCrawlers } from "./seen-image.ts";
import type { SampleUpload } from "./uploads.ts";

/** Each of these is shown in the form, before it is saved, as crawlers then get it: byte for byte (P502). */
export function testThatPreviewIsCard(uploads: readonly SampleUpload[]): void {
	const app = useTestApp();
	let owner: Subscriber;
	beforeAll(async () => {
		owner = await subscriber(app, "enterprise");
	});

	it.each(uploads)("the preview of $name is its card", async ({ file }) => {
		const upload = await file();
		const imageUrl = await chosenImage(owner, await asFile(upload));
		const shown = await bytesAt(app, imageUrl);
		expect((await imageForCrawlers(app, owner, { imageUrl })).equals(shown)).toBe(true);
		// A program sends the file with the link.
		expect((await imageForCrawlers(app, owner, { image: await asFile(upload) })).equals(shown)).toBe(true);
	});
}
