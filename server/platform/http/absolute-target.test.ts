import { afterAll, beforeAll, expect, it } from "vitest";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { startTestApp, type TestApp } from "#server/testing/app/test-app.ts";

let app: TestApp;
const warnings: string[] = [];
const hear = ({ message }: Error) => void warnings.push(message);
beforeAll(async () => {
	app = await startTestApp();
	process.on("warning", hear);
});
afterAll(async () => {
	process.off("warning", hear);
	await app.close();
});

it.each([
	["http://localhost/pricing", 200],
	["http://[:Ov/pricing", 200],
	["http://[", 200],
	["https://a:b@[::z]:99999999/nowhere?x", 404],
	["http://[/api/version", 200],
])("of the target %s the path alone counts, whatever its host is", async (target, status) => {
	const answer = await rawRequest(app.origin, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
	// A warning that a future Node makes an error is told a turn later.
	await new Promise(setImmediate);
	expect([answer.status, warnings]).toEqual([status, []]);
});
