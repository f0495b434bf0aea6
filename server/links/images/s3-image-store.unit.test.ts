import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type S3Storage, startS3Storage } from "#server/testing/machine/s3-storage.ts";
import { type ImageStore, imageUrlOf } from "./image-store.ts";
import { createS3ImageStore } from "./s3-image-store.ts";

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x0a, 0x0d, 0x80]);
const OPTIONS = {
	bucket: "pictures",
	region: "eu-west-1",
	credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
};

let storage: S3Storage;
let endpoint: string;
let store: ImageStore;

beforeAll(async () => {
	storage = await startS3Storage("pictures");
	endpoint = storage.endpoint;
	store = createS3ImageStore({ ...OPTIONS, endpoint });
});
afterAll(() => storage.close());

describe("pictures on S3-compatible storage", () => {
	it("are kept, given back byte by byte, and forgotten", async () => {
		expect(await store.read(imageUrlOf(JPEG))).toBeNull();
		await store.put(JPEG);
		await store.put(JPEG);
		expect(await store.read(imageUrlOf(JPEG))).toEqual(JPEG);

		const object = await fetch(`${endpoint}/pictures${imageUrlOf(JPEG)}`, { method: "HEAD" });
		expect(object.headers.get("content-type")).toBe("image/jpeg");
		expect(object.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");

		await store.remove(imageUrlOf(JPEG));
		await store.remove(imageUrlOf(JPEG));
		expect(await store.read(imageUrlOf(JPEG))).toBeNull();
	});

	it("are behind no other path", async () => {
		for (const imageUrl of ["", "/images/x.jpg", "/images/../secret", "https://example.com/a.jpg"]) {
			expect(await store.read(imageUrl)).toBeNull();
			await store.remove(imageUrl);
		}
	});

	it("are 503 while the storage is away, refuses or has no such bucket", async () => {
		const stores = [
			createS3ImageStore({ ...OPTIONS, endpoint: `http://127.0.0.1:${await closedPort()}` }),
			createS3ImageStore({ ...OPTIONS, endpoint, bucket: "missing" }),
			createS3ImageStore({ ...OPTIONS, endpoint, credentials: { accessKeyId: "nobody", secretAccessKey: "S3RVER" } }),
		];
		for (const away of stores) {
			const problem = { kind: "unavailable", retryAfterSeconds: 5 };
			await expect(away.put(JPEG)).rejects.toMatchObject(problem);
			await expect(away.read(imageUrlOf(JPEG))).rejects.toMatchObject(problem);
			await expect(away.remove(imageUrlOf(JPEG))).rejects.toMatchObject(problem);
		}
	});
});

async function closedPort(): Promise<number> {
	const listener = createServer();
	await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
	const address = listener.address();
	await new Promise((resolve) => listener.close(resolve));
	if (address === null || typeof address === "string") throw new Error("No free port was found.");
	return address.port;
}
