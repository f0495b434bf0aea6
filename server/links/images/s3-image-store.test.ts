import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createLink, linkForm, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp } from "#server/testing/app/test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import { startS3Storage } from "#server/testing/machine/s3-storage.ts";
import { API } from "#shared/platform/api-paths.ts";

it("an app with S3 variables keeps its pictures there, and says 503 while the storage is away", async () => {
	const storage = await startS3Storage("visualink");
	const env = {
		IMAGES_S3_BUCKET: "visualink",
		IMAGES_S3_ENDPOINT: storage.endpoint,
		IMAGES_S3_ACCESS_KEY_ID: "S3RVER",
		IMAGES_S3_SECRET_ACCESS_KEY: "S3RVER",
	};
	const app = await startTestApp({ env });
	try {
		const owner = await subscriber(app);
		const image = await asFile(twoColours({ width: 1200, height: 630 }));
		const imageUrl = (await createLink(owner, { image })).imageUrl ?? "";

		const served = await app.browser().get(imageUrl);
		expect(served.status).toBe(200);
		expect(served.headers.get("content-type")).toBe("image/jpeg");
		expect(existsSync(path.join(app.deps.config.dataDir, "images"))).toBe(false);
		expect((await app.browser().get(`/images/${"0".repeat(64)}.jpg`)).status).toBe(404);

		await storage.close();
		const other = await asFile(twoColours({ width: 800, height: 800 }));
		for (const answer of [
			await owner.post(API.links.all, linkForm({ image: other })),
			await app.browser().get(imageUrl),
		]) {
			expect(answer.status).toBe(503);
			expect(answer.headers.get("retry-after")).toBe("5");
		}
		expect(await (await owner.get(API.links.all)).json()).toHaveLength(1);
	} finally {
		await app.close();
	}
}, 20_000);
