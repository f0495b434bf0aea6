import { beforeAll, describe, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, pixelAt, twoColours } from "#server/testing/corpora/images.ts";
import { bytesAt, chosenImage } from "#server/testing/images/seen-image.ts";
import { ORIGINAL_CUT_HEADER } from "#shared/links/images/image-cut.ts";
import {
	IMAGE_CUT_OUTSIDE,
	IMAGE_CUT_WRONG,
	IMAGE_TOO_LARGE,
	IMAGE_WITHOUT_ORIGINAL,
} from "#shared/links/images/image-file.ts";
import type { CopiedImage } from "#shared/links/prefill.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
let owner: Subscriber;
let other: Subscriber;
beforeAll(async () => {
	[owner, other] = [await subscriber(app), await subscriber(app)];
});

const square = async () => asFile(await twoColours({ width: 1000, height: 1000 }).png().toBuffer());
const formOf = (fields: Record<string, string>) => {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return form;
};
const make = (asker: Subscriber, fields: Record<string, string>) => asker.post(API.links.image, formOf(fields));

describe("POST /api/links/image (P502)", () => {
	it("shows the whole of a square, or another section of its original, and remembers which", async () => {
		const imageUrl = await chosenImage(owner, await square());
		expect(await pixelAt(await bytesAt(app, imageUrl), 290, 20)).not.toEqual([255, 255, 255]);

		for (const imageCut of ["0,0,1000,525", "0,0,1000,1000,fit,white"]) {
			const { imageUrl: made } = (await (await make(owner, { imageUrl, imageCut })).json()) as CopiedImage;
			expect(made).not.toBe(imageUrl);
			const link = await createLink(owner, { imageUrl: made });
			const found = await owner.get(API.links.original(link.imageUrl ?? ""));
			expect(found.headers.get(ORIGINAL_CUT_HEADER)).toBe(imageCut);
			const isWhite = (await pixelAt(await bytesAt(app, made), 20, 20)).every((value) => value > 250);
			expect(isWhite).toBe(imageCut.includes("fit"));
		}
	});

	it("makes a square where a card for some apps needs one", async () => {
		const imageUrl = await chosenImage(owner, await square(), { shape: "square", imageCut: "0,0,630,630" });
		const card = linkForm({ imageUrl, title: "" });
		const { id } = await createLink(owner);
		expect((await owner.put(API.links.card(id, "linkedin"), card)).status).toBe(200);
	});

	it("refuses at the field what a save refuses", async () => {
		const theirs = await chosenImage(
			other,
			await asFile(await twoColours({ width: 999, height: 999 }).png().toBuffer()),
		);
		const large = formOf({});
		large.append("image", new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]), "a.png");
		const broken = formOf({});
		broken.append("image", new Blob(["no image"]), "a.png");
		for (const [form, status, field, message] of [
			[formOf({}), 400, "image", "Required"],
			[broken, 415, "image", "Please select an image file"],
			[large, 413, "image", IMAGE_TOO_LARGE],
			[formOf({ imageUrl: theirs, imageCut: "0,0,1000,525" }), 400, "imageCut", IMAGE_WITHOUT_ORIGINAL],
			[formOf({ imageCut: "0,0,9,9" }), 400, "imageCut", IMAGE_CUT_WRONG],
			[formOf({ shape: "round" }), 400, "shape", "Invalid input"],
		] as const) {
			const answer = await owner.post(API.links.image, form);
			expect([answer.status, await answer.json()]).toMatchObject([status, { fields: [{ field, message }] }]);
		}
		const imageUrl = await chosenImage(owner, await square());
		const outside = await make(owner, { imageUrl, imageCut: "0,0,1001,1000,fit" });
		expect(await outside.json()).toMatchObject({ message: IMAGE_CUT_OUTSIDE });
	});
});
