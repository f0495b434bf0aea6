import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "#server/operator/log.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { API } from "#shared/api-paths.ts";

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
	const log = createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) });
	app = await startTestApp({ deps: () => ({ log }) });
});
afterAll(() => app.close());

it.each(["/", "/pricing", "/nowhere", "/healthz", "/readyz", API.version, API.plans, "/api/nowhere", "/images/x.jpg"])(
	"%s is answered with the request's id",
	async (path) => {
		const answer = await fetch(app.origin + path, { headers: { "x-request-id": "mine" } });
		await answer.arrayBuffer();
		// Nobody is trusted here.
		expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
	},
);

it("the log's line of a request has its id and the user's", async () => {
	const person = await app.signedIn({ email: "known.request@example.com" });
	const answer = await person.get(API.links.all);
	const id = answer.headers.get("x-request-id") ?? "none";
	await until(() => lines.some((line) => line.includes(id)));
	const line = JSON.parse(lines.find((each) => each.includes(id)) ?? "{}");
	const { rows } = await app.deps.pool.query("SELECT id FROM users WHERE email = 'known.request@example.com'");
	expect(line).toMatchObject({ requestId: id, userId: rows[0].id, req: { method: "GET" }, res: { status: 200 } });
});
