import { describe, expect, it } from "vitest";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";

const TOKEN = "a-token-of-some-length";

describe("with a token", () => {
	const app = useTestApp({ env: { METRICS_TOKEN: TOKEN } });

	it.each([undefined, "Bearer wrong", TOKEN, `Basic ${TOKEN}`])("refuses %s", async (authorization) => {
		const headers: Record<string, string> = authorization ? { authorization } : {};
		expect((await app.browser().get("/metrics", { headers })).status).toBe(401);
	});

	it("tells the process's figures, the API's times and the views", async () => {
		const link = await createLink(await subscriber(app));
		await fetch(link.shortUrl, { headers: { "user-agent": "facebookexternalhit/1.1" } });
		const answer = await app.browser().get("/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
		expect(answer.status).toBe(200);
		const text = await answer.text();
		expect(text).toMatch(/^process_resident_memory_bytes \d/m);
		expect(text).toMatch(/^visualink_http_seconds_count\{method="POST",status="201"\} 1$/m);
		expect(text).toMatch(/^visualink_views\{outcome="committed"\} 1$/m);
		expect(text).not.toContain("@example.com");
	});
});

describe("without one", () => {
	it("there is no such page", async () => {
		const app = await startTestApp();
		expect((await app.browser().get("/metrics")).status).toBe(404);
		await app.close();
	});
});
