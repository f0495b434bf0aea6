import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiClient } from "#server/testing/api/api-client.ts";
import { EXAMPLE_IMAGE, useAppWithExampleCom } from "#server/testing/api/example-calls.ts";
import { runProgram, scratchFolder } from "#server/testing/api/run-code.ts";
import { typedProgram } from "#server/testing/api/typed-program.ts";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { ROOT } from "#server/testing/machine/root.ts";
import { API_V1 } from "#shared/api/v1/api-route.ts";
import { typedClient } from "#shared/api/v1/guide-code.ts";

const app = useAppWithExampleCom();
let scratch: Awaited<ReturnType<typeof scratchFolder>>;

/** openapi-typescript needs the API of TypeScript 5, which TypeScript 7 has no longer. */
const TYPESCRIPT_5 = "@ts-morph/common/dist/typescript.js";
const HOOK = `export const resolve = (name, context, next) => next(name === "typescript" ? "${TYPESCRIPT_5}" : name, context);`;
const WITH_TYPESCRIPT_5 = `import { register } from "node:module"; register(${JSON.stringify(asModule(HOOK))});`;

const CHECKED = {
	compilerOptions: {
		...{ strict: true, noEmit: true, target: "ES2023", module: "ESNext", moduleResolution: "Bundler" },
		...{ allowImportingTsExtensions: true, noUncheckedIndexedAccess: true, types: ["node"], lib: ["ES2023", "DOM"] },
	},
	include: ["*.ts"],
};

beforeAll(async () => {
	scratch = await scratchFolder();
	const { dir } = scratch;
	const cli = path.join(ROOT, "node_modules/openapi-typescript/bin/cli.js");
	const from = `${app.origin}${API_V1}/openapi.json`;
	const args = ["--import", asModule(WITH_TYPESCRIPT_5), cli, from, "-o", "visualink.ts"];
	await runProgram(process.execPath, args, { dir });
	await writeFile(path.join(dir, "image.jpg"), EXAMPLE_IMAGE);
	await writeFile(path.join(dir, "tsconfig.json"), JSON.stringify(CHECKED));
});
afterAll(() => scratch.remove());

describe("a client that openapi-typescript generates", () => {
	test("type-checks and runs what an integrator does (P654)", async () => {
		const { code, parts } = typedProgram();
		expect(parts).toBeGreaterThan(0);
		expect((await checkedAndRun("program.ts", code)).trim().split("\n")).toHaveLength(parts);
	});

	test("runs as the reference shows it", async () => {
		expect(await checkedAndRun("shown.ts", typedClient(app.origin).use)).toBe("1\n");
	});
});

async function checkedAndRun(file: string, code: string): Promise<string> {
	const { dir } = scratch;
	await writeFile(path.join(dir, file), code);
	const tsc = path.join(ROOT, "node_modules/.bin/tsc");
	// What is wrong is printed.
	expect(await runProgram(tsc, ["-p", dir], { dir }).catch(({ stdout }) => stdout)).toBe("");
	const owner = await subscriber(app, "enterprise");
	const link = await createLink(owner);
	const { key } = await apiClient(app, owner);
	const env = { VISUALINK_API_KEY: key, API_V1: app.origin + API_V1, LINK_ID: String(link.id) };
	return runProgram(process.execPath, ["--import", "tsx", file], { dir, env });
}

function asModule(code: string): string {
	return `data:text/javascript,${encodeURIComponent(code)}`;
}
