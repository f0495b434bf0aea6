import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const SESSION_SECRET = "a secret that names accounts in the log";
const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
	app = await startTestApp({
		env: { SESSION_SECRET, TRUST_PROXY: "1" },
		deps: ({ config }) => ({
			log: createLog({ ...config, logLevel: "info" }, { write: (line) => void lines.push(line) }),
		}),
	});
});
afterAll(() => app.close());

it.each(["/", "/pricing", "/nowhere", "/healthz", "/readyz", API.version, API.plans, "/api/nowhere", "/images/x.jpg"])(
	"%s is answered with the request's own id, and not with one that was sent through a trusted proxy (P145)",
	async (path) => {
		const answer = await fetch(app.origin + path, { headers: { "x-request-id": "mine" } });
		await answer.arrayBuffer();
		expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
	},
);

it("the log's line of a request has its id, and the user by a hash that operators can look up (P483)", async () => {
	const person = await app.signedIn({ email: "known.request@example.com" });
	const answer = await person.get(API.links.all);
	const id = answer.headers.get("x-request-id") ?? "none";
	await until(() => lines.some((line) => line.includes(id)));
	const line = JSON.parse(lines.find((each) => each.includes(id)) ?? "{}");
	const account = expect.stringMatching(/^log:[0-9a-f]{16}$/);
	expect(line).toMatchObject({ requestId: id, account, req: { method: "GET" }, res: { status: 200 } });
	const shown = await operatorCommand(app, "show", "user", line.account);
	expect(shown).toEqual(expect.arrayContaining([expect.stringContaining("known.request@example.com")]));
	expect(shown.at(-1)).toBe(`in the log  ${line.account}`);
	const { rows } = await app.deps.pool.query("SELECT id FROM users");
	for (const each of rows) expect(lines.join("")).not.toContain(each.id);
});
