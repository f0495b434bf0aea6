import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXAMPLE_IMAGE, exampleCall, useAppWithExampleCom } from "#server/testing/api/example-calls.ts";
import { RUNNERS, runCode, scratchFolder } from "#server/testing/api/run-code.ts";
import { codeExamples, type Language } from "#shared/api/v1/code-examples.ts";
import { nextPage } from "#shared/api/v1/guide-code.ts";
import { API_V1_ROUTES } from "#shared/api/v1/routes.ts";

const app = useAppWithExampleCom();
let scratch: Awaited<ReturnType<typeof scratchFolder>>;

beforeAll(async () => {
	scratch = await scratchFolder();
});
afterAll(() => scratch.remove());

describe.each(Object.keys(RUNNERS) as Language[])("in %s", (language) => {
	const runs = (code: string, key: string) => runCode(language, code, { dir: scratch.dir, key, image: EXAMPLE_IMAGE });

	test.each(API_V1_ROUTES)("the example of $id runs (P654)", async (described) => {
		const { route, client } = await exampleCall(app, described);
		const printed = await runs(codeExamples(route, app.origin)[language], client.key);
		const { schema, type } = route.answer;
		if (language === "curl" && schema && !type) expect(schema.safeParse(JSON.parse(printed)).error).toBeUndefined();
		if (schema) expect(printed.trim()).not.toBe("");
		else expect(printed).toBe("");
	});

	const withAFile = API_V1_ROUTES.filter(({ file, body }) => file && body);
	test.each(withAFile)("the example of $id runs with a file", async (described) => {
		const example = { ...described.example, body: undefined };
		const { route, client } = await exampleCall(app, { ...described, example });
		expect(await runs(codeExamples(route, app.origin)[language], client.key)).not.toBe("");
	});

	const lists = API_V1_ROUTES.filter(({ id }) => id === "listLinks");
	test.each(lists)("the loop over all pages runs", async (route) => {
		const { client } = await exampleCall(app, route);
		expect(
			await runs(nextPage(app.origin)[language].replace("?cursor=NEXT_OF_THE_PREVIOUS_PAGE", ""), client.key),
		).toContain(`${app.origin}/go/`);
	});
});
