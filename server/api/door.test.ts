import { readFileSync } from "node:fs";
import net from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { type ApiClient, apiClient, requestsWith } from "#server/testing/api/api-client.ts";
import { type Possessions, pathAmong, possessionsOf } from "#server/testing/api/possessions.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { API_V1_ROUTES } from "#shared/api/v1/routes.ts";
import { storedImages } from "#shared/links/images/images.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const METRICS_TOKEN = "a-token-of-some-length";

const lines: string[] = [];
const app = useTestApp({
	env: { METRICS_TOKEN },
	deps: () => ({ log: createLog({ logLevel: "trace" }, { write: (line) => void lines.push(line) }) }),
});
let owner: Subscriber;
let own: Possessions;
let program: ApiClient;
beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	own = await possessionsOf(app, owner);
	program = await apiClient(app, owner);
});

/** An error in the API's form. @returns status and code */
async function errorOf(answer: Response): Promise<string> {
	const { error, requestId } = apiError.strict().parse(await answer.json());
	expect(requestId).toBe(answer.headers.get("x-request-id"));
	expect(answer.headers.get("cache-control")).toBe("private, no-store");
	return `${answer.status} ${error.code}`;
}

const uploading = API_V1_ROUTES.filter(({ file }) => file);
/** Routes that take nothing but JSON. */
const writing = API_V1_ROUTES.filter(({ body, file }) => body && !file);

describe("the door answers in its own form", () => {
	test.each(["/none", "/links/1/none", "/me/none", "", "/"])("where there is no route: %s", async (path) => {
		expect(await errorOf(await program.get(path))).toBe("404 not_found");
	});

	test("another method, with those that the route takes", async () => {
		const answer = await program.post("/me", {});
		expect(answer.headers.get("allow")).toBe("GET, HEAD");
		expect(await errorOf(answer)).toBe("405 method_not_allowed");
		expect(await errorOf(await program.delete("/openapi.json"))).toBe("405 method_not_allowed");
	});

	test.each([
		["DELETE", "/mcp", "POST"],
		["GET", API.stripeWebhook, "POST"],
		["DELETE", "/images/none", "GET, HEAD"],
		["DELETE", "/email/unsubscribe/none/quota", "GET, HEAD, POST"],
		["PUT", "/pricing", "GET, HEAD"],
		["DELETE", "/go/ada/none", "GET, HEAD"],
	])("outside the API, too, with what is allowed: %s %s", async (method, path, allow) => {
		const answer = await fetch(app.origin + path, { method });
		expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
	});

	test.each(["/links/0", "/links/abc", "/links/99999999999", "/links/%ZZ", "/links/%00", "/me?a=1", "/me?__proto__=1"])(
		"what it can't read: %s",
		async (path) => {
			expect(await errorOf(await program.get(path))).toMatch(/^400 /);
		},
	);

	test("an unknown parameter, by its name", async () => {
		const { error } = apiError.parse(await (await program.get("/me?page=2")).json());
		expect(error.fields).toEqual([{ field: "page", code: "unknown_field", message: "Unknown field" }]);
	});

	test("a program that sends an Origin is no page of another site", async () => {
		const headers = { Origin: "https://program.example" };
		expect(await errorOf(await program.send("DELETE", "/links/999", undefined, headers))).toBe("404 link_not_found");
	});

	test("HEAD as GET without the body, and a body of GET is not read", async () => {
		const head = await program.send("HEAD", "/me");
		expect([head.status, await head.text()]).toEqual([200, ""]);
		const { pathname } = new URL(`${app.origin}/api/v1/me`);
		const request = [
			`GET ${pathname} HTTP/1.1`,
			"Host: x",
			"Connection: close",
			`Authorization: Bearer ${program.key}`,
		];
		const sent = `${[...request, "Content-Type: application/json", "Content-Length: 5"].join("\r\n")}\r\n\r\n{nope`;
		expect((await rawRequest(app.origin, sent)).status).toBe(200);
	});
});

describe.each(writing)("$method $path", ({ method, path }) => {
	const send = (body: string | undefined, headers: Record<string, string>) =>
		fetch(`${app.origin}/api/v1${pathAmong(own, path)}`, {
			method: method.toUpperCase(),
			headers: { Authorization: `Bearer ${program.key}`, ...headers },
			...(body !== undefined && { body }),
		});
	const JSON_TYPE = { "Content-Type": "application/json" };

	test("refuses another type, malformed JSON, and too much", async () => {
		expect(await errorOf(await send("{}", { "Content-Type": "text/plain" }))).toBe("415 unsupported_type");
		expect(await errorOf(await send(undefined, {}))).toBe("415 unsupported_type");
		expect(await errorOf(await send("{", JSON_TYPE))).toBe("400 invalid");
		expect(await errorOf(await send('"text"', JSON_TYPE))).toMatch(/^400 /);
		expect(await errorOf(await send(`{"a":"${"x".repeat(2_100_000)}"}`, JSON_TYPE))).toBe("413 too_large");
	});
});

test.each(uploading)("an upload that is cut off leaves nothing: $method $path", async ({ method, path }) => {
	const imagesNow = async () => (await app.deps.db.select().from(storedImages)).length;
	const before = await imagesNow();
	const head = [`${method.toUpperCase()} /api/v1${pathAmong(own, path)} HTTP/1.1`, "Host: x", "Content-Length: 60000"];
	head.push(`Authorization: Bearer ${program.key}`, "Content-Type: multipart/form-data; boundary=b");
	const part =
		'--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
	const { hostname, port } = new URL(app.origin);
	const socket = net.connect(Number(port), hostname);
	socket.write(`${head.join("\r\n")}\r\n\r\n${part}${"x".repeat(30_000)}`);
	await until(() => socket.bytesWritten > 30_000);
	socket.destroy();
	expect((await program.get("/me")).status).toBe(200);
	expect(await imagesNow()).toBe(before);
});

test("metrics name each route by its pattern, and no key is in them, the log or the export (P640)", async () => {
	const link = await createLink(owner);
	await program.get(`/links/${link.id}`);
	await program.get(`/links/none?key=${program.key}`);
	await program.get(`/none/${program.key}`);
	await program.post("/me", { key: program.key });
	await requestsWith(app, `${program.key}x`).get("/me");
	await requestsWith(app, program.key).get("/me", { Cookie: `key=${program.key}` });
	const refused = await program.get(`/links/1?${program.key}=1`);
	const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
	const metrics = await (await app.browser().get("/metrics", { headers })).text();
	expect(metrics).toContain('method="GET",route="/api/v1/links/:id",status="200"');
	expect(metrics).toContain('method="GET",route="/api/v1/*",status="404"');
	const data = await (await owner.get(API.account.data)).text();
	const secret = program.key.slice(8);
	expect(lines.length).toBeGreaterThan(5);
	for (const text of [metrics, data, lines.join("")]) expect(text).not.toContain(secret);
	expect(await errorOf(refused)).toBe("400 unknown_field");
	const { hash } = (await app.deps.pool.query("SELECT hash FROM api_keys WHERE id = $1", [program.id])).rows[0];
	for (const text of [metrics, data, lines.join("")]) expect(text).not.toContain(hash);
});

test("the document is for everybody, and names every route", async () => {
	const answer = await fetch(`${app.origin}/api/v1/openapi.json`);
	expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
	const { paths } = (await answer.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
	const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
	expect(ids.sort()).toEqual(API_V1_ROUTES.map(({ id }) => id).sort());
});

test("scanners find a key by the pattern that the documentation gives", () => {
	const [, pattern = ""] = /`(\\bvl_[^`]+)`/.exec(readFileSync("docs/api.md", "utf8")) ?? [];
	expect(`{"key":"${program.key}"}`.match(new RegExp(pattern))?.[0]).toBe(program.key);
});
