import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { curlCall } from "#server/testing/api/curl-call.ts";
import { EXAMPLE_IMAGE, exampleCall, useAppWithExampleCom } from "#server/testing/api/example-calls.ts";
import type { ApiRoute } from "#shared/api/v1/api-route.ts";
import { codeExamples, EXAMPLE_FILE, KEY_VARIABLE } from "#shared/api/v1/code-examples.ts";
import { API_V1_ROUTES } from "#shared/api/v1/routes.ts";

const app = useAppWithExampleCom();
let dir: string;

beforeAll(async () => {
	dir = await mkdtemp(path.join(os.tmpdir(), "examples-"));
	await writeFile(path.join(dir, EXAMPLE_FILE), EXAMPLE_IMAGE);
});
afterAll(() => rm(dir, { recursive: true }));

test.each(API_V1_ROUTES)("the example of $id works as the reference shows it (P654)", async (route) => {
	await expectWorks(route);
});

const WITH_A_FILE = API_V1_ROUTES.filter(({ file, body }) => file && body);
test.each(WITH_A_FILE)("the example of $id works with a file, too", async (route) => {
	await expectWorks({ ...route, example: { ...route.example, body: undefined } });
});

async function expectWorks(described: ApiRoute): Promise<void> {
	const { route, client } = await exampleCall(app, described);
	const { curl } = codeExamples(route, app.origin);
	const answer = await curlCall(curl, { env: { [KEY_VARIABLE]: client.key }, dir });
	const text = await answer.text();
	const { status, schema, type, mayCreate } = route.answer;
	expect(mayCreate ? [status, 201] : [status], `${curl}\n${text}`).toContain(answer.status);
	if (schema === null) expect(text).toBe("");
	else if (type) expect(answer.headers.get("content-type")).toContain(type);
	else expect(schema.safeParse(JSON.parse(text)).error, text).toBeUndefined();
}
