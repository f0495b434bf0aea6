import { once } from "node:events";
import net from "node:net";
import { expect, it } from "vitest";
import { startTestApp } from "#server/testing/app/test-app.ts";
import { IMAGE_MAX_BYTES, IMAGES_MAX_BYTES } from "#shared/links/images/image-file.ts";
import { IMPORT_LIMITS } from "#shared/links/imports/imports.ts";

/** Of a form, next to its images. */
const TEXT_BYTES = 256 * 1024;

it("the largest body arrives in time at a tenth of a megabit a second (P472)", async () => {
	const app = await startTestApp({ env: { DEADLINE_FACTOR: "1" } });
	const { requestTimeout, headersTimeout } = app.server;
	await app.close();
	const largest = Math.max(IMAGE_MAX_BYTES, IMAGES_MAX_BYTES, IMPORT_LIMITS.bytes) + TEXT_BYTES;
	expect(requestTimeout / 1_000).toBeGreaterThan((largest * 8) / 100_000);
	// What must come first is short.
	expect(headersTimeout).toBeLessThan(requestTimeout);
});

it("a body that never ends is 408 once its time is over, however steadily it comes (P472)", async () => {
	const app = await startTestApp({ deps: ({ deadlines }) => ({ deadlines: { ...deadlines, request: 100 } }) });
	const client = net.connect(app.deps.config.http.port, "127.0.0.1");
	let answer = "";
	client.on("data", (data) => {
		answer += data;
	});
	client.on("error", () => {});
	client.write("POST /api/stripe/webhook HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
	const closed = once(client, "close");
	while (!client.closed && answer === "") {
		client.write("1\r\nx\r\n");
		await new Promise(setImmediate);
	}
	await closed;
	expect(answer).toMatch(/^HTTP\/1\.1 408 /);
	await app.close();
});
