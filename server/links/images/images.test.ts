import { beforeAll, describe, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { imageUrlOf } from "./image-store.ts";

const JPEG = Buffer.from("as good as any");

const app = useTestApp();
const imageUrl = imageUrlOf(JPEG);

beforeAll(async () => {
	await app.deps.images.put(JPEG);
});

describe("a served picture (E13)", () => {
	it.each(["GET", "HEAD"])("answers %s whole, for any site and for good", async (method) => {
		const response = await fetch(app.origin + imageUrl, { method, redirect: "manual" });

		expect(response.status).toBe(200);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "image/jpeg",
			"content-length": String(JPEG.length),
			"cache-control": "public, max-age=31536000, immutable",
			"x-content-type-options": "nosniff",
			"content-security-policy": "default-src 'none'; sandbox",
			"cross-origin-resource-policy": "cross-origin",
		});
		expect(response.headers.has("set-cookie")).toBe(false);
		expect(response.headers.has("content-encoding")).toBe(false);
		expect(Buffer.from(await response.arrayBuffer())).toEqual(method === "GET" ? JPEG : Buffer.alloc(0));
	});

	it("need not be sent again to those who have it", async () => {
		const { headers } = await fetch(app.origin + imageUrl);
		const again = await fetch(app.origin + imageUrl, {
			headers: { "if-none-match": headers.get("etag") ?? "", "cache-control": "max-age=0" },
		});
		expect(again.status).toBe(304);
	});

	it.each([
		`/images/${"0".repeat(64)}.jpg`,
		`/images/${"0".repeat(64)}.png`,
		"/images/",
		"/images/..%2fsession-secret",
		"/images/%00.jpg",
		"/images/a/b",
	])("that is not there is a plain 404: %s", async (path) => {
		const response = await app.browser().get(path);
		expect(response.status).toBe(404);
		expect(response.headers.get("content-type")).not.toContain("text/html");
		expect(response.headers.get("cache-control")).toBe("no-store");
	});

	it("can't be written", async () => {
		for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
			const response = await fetch(app.origin + imageUrl, { method });
			expect(response.status).toBe(405);
			expect(response.headers.get("allow")).toBe("GET, HEAD");
		}
	});
});
