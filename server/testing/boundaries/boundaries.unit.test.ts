import { describe, expect, it } from "vitest";
import { violations } from "./boundaries.ts";
import { RULES } from "./rules.ts";

const HOUSE: Record<string, string> = {
	"server/platform/config/config.ts": "",
	"server/platform/work/repeat.ts": "",
	"server/platform/db/connect.ts": 'import { repeat } from "#server/platform/work/repeat.ts";',
	"server/platform/http/app-error.ts": "",
	"server/account/auth/guards.ts": 'import {\n\tAppError,\n} from "#server/platform/http/app-error.ts";',
	"server/links/links.service.ts": 'import type { Guards } from "../account/auth/guards.ts";',
	"server/modules.ts": 'import { createLinks } from "./links/links.service.ts";',
	"server/app.ts": 'import { createModules } from "./modules.ts";',
	"server/serve.ts": 'import type { App } from "./app.ts";\nconst { open } = await import("./sandbox/sandbox.ts");',
	"server/main.ts": 'const { serve } = await import("./serve.ts");',
	"server/sandbox/sandbox.ts": "",
	"server/testing/app/test-app.ts": 'import { createApp } from "#server/app.ts";\nimport "#server/sandbox/sandbox.ts";',
	"server/links/links.test.ts": 'import { startTestApp } from "#server/testing/app/test-app.ts";',
};

const ALIASES = { "#shared/*": "./shared/*", "#server/*": "./server/*", "#client/*": "./client/src/*" };
/** Every way to import a file. */
const SPELLINGS: Record<string, (name: string) => string> = {
	import: (name) => `import { a } from "${name}";`,
	"a type": (name) => `import type { A } from "${name}";`,
	"its effects": (name) => `import "${name}";`,
	"export from": (name) => `export * from "${name}";`,
	"import()": (name) => `const a = lazy(() => import("${name}"));`,
	"a type by import()": (name) => `type A = import('${name}').A;`,
	"import() over lines, with a comment": (name) => `const a = import(\n\t/* here */\n\t\`${name}\`,\n);`,
	require: (name) => `const a = require('${name}');`,
};

/** What is said of the house when these files are in it. */
function saidOf(planted: Record<string, string>): string[] {
	return violations(new Map(Object.entries({ ...HOUSE, ...planted })), ALIASES);
}

describe("the rules of who imports whom", () => {
	it("are kept by a house that keeps them", () => {
		expect(saidOf({})).toEqual([]);
	});

	it.each([
		["server/links/a.ts", 'import { startTestApp } from "#server/testing/app/test-app.ts";', RULES.workshop],
		["server/app.ts", 'export { open } from "./sandbox/sandbox.ts";', RULES.workshop],
		["server/app.ts", 'const sandbox = await import("./sandbox/sandbox.ts");', RULES.workshop],
		["server/main.ts", 'const sandbox = await import("./sandbox/sandbox.ts");', RULES.workshop],
		["server/sandbox/a.ts", 'import { startTestApp } from "#server/testing/app/test-app.ts";', RULES.workshop],
		["server/platform/http/a.ts", 'import { guards } from "#server/account/auth/guards.ts";', RULES.platform],
		["server/platform/work/a.ts", 'import type { Db } from "#server/platform/db/connect.ts";', RULES.platform],
		["server/account/auth/a.ts", 'import { createLinks } from "#server/links/links.service.ts";', RULES.features],
		["server/account/auth/a.ts", 'import { createApp } from "#server/app.ts";', RULES.features],
		["server/account/auth/a.ts", 'import type { Modules } from "#server/modules.ts";', RULES.features],
		["server/modules.ts", 'import type { App } from "./app.ts";', RULES.features],
		["server/brand-new/a.ts", 'import "#server/account/auth/guards.ts";', RULES.features],
	])("name the one that is broken when %s says %s", (file, text, rule) => {
		expect(saidOf({ [file]: text }).join("\n")).toContain(`${rule}\n  ${file} -> `);
	});

	const planted: [rule: string, from: string, alias: string, relative: string][] = [
		[RULES.client, "client/src/lib/a.ts", "#server/account/auth/guards.ts", "../../../server/account/auth/guards.ts"],
		[
			RULES.tables,
			"client/src/lib/a.ts",
			"#shared/account/auth/users.table.ts",
			"../../../shared/account/auth/users.table.ts",
		],
		[RULES.clientFeatures, "client/src/features/links/a.tsx", "#client/features/analytics/b.tsx", "../analytics/b.tsx"],
		[RULES.layers, "client/src/features/links/a.tsx", "#client/pages/edit-link.tsx", "../../pages/edit-link.tsx"],
		[RULES.journeys, "client/e2e/a.spec.ts", "#server/app.ts", "../../server/app.ts"],
		[RULES.shared, "shared/links/a.ts", "#server/app.ts", "../../server/app.ts"],
		[RULES.tables, "shared/links/a.ts", "../account/auth/users.table.ts", "../account/auth/users.table.ts"],
		[RULES.server, "server/links/a.test.ts", "#client/lib/paths.ts", "../../client/src/lib/paths.ts"],
	];

	describe.each(Object.entries(SPELLINGS))("name the one that is broken by %s", (_spelling, spell) => {
		it.each(planted)("%s %s", (rule, from, alias, relative) => {
			for (const name of [alias, relative, relative.replace(/\.tsx?$/, ""), relative.replace(/\.tsx?$/, ".js")]) {
				const [, path = ""] = relative.split(/^(?:\.\.\/)+/);
				const said = saidOf({ [from]: spell(name) });
				expect(said).toHaveLength(1);
				expect(said[0]).toContain(`${rule}\n  ${from} -> `);
				expect(said[0]).toContain(path.replace(/\.tsx?$/, ""));
			}
		});
	});

	it.each([
		["client/src/features/links/a.tsx", "#client/features/account/auth/auth.queries.ts"],
		["client/src/features/links/a.tsx", "../billing/subscriptions/subscriptions.queries.ts"],
		["client/src/frames/a.tsx", "#client/features/links/b.tsx"],
		["client/src/pages/a.tsx", "./b.tsx"],
		["client/e2e/a.ts", "../../server/testing/machine/chromium.ts"],
		["server/links/a.ts", "#shared/account/auth/users.table.ts"],
		["shared/links/links.table.ts", "../account/auth/users.table.ts"],
		["shared/links/a.ts", "drizzle-orm/pg-core"],
		["shared/links/a.test.ts", "vitest"],
	])("allow %s to import %s", (file, name) => {
		for (const spell of Object.values(SPELLINGS)) expect(saidOf({ [file]: spell(name) })).toEqual([]);
	});

	it("refuse auth the open files of other features, and shared/ another package", () => {
		const auth = "client/src/features/account/auth/a.tsx";
		for (const spell of Object.values(SPELLINGS)) {
			expect(saidOf({ [auth]: spell("../../billing/subscriptions/subscriptions.queries.ts") })[0]).toContain(
				RULES.clientFeatures,
			);
			expect(saidOf({ "shared/links/a.ts": spell("express") })[0]).toContain(RULES.shared);
		}
	});

	it.each([
		["server/links/a.ts", 'import { Client } from "undici";'],
		["server/platform/http/a.ts", 'import type { Dispatcher } from "undici";'],
		["server/main.ts", 'const { request } = await import("undici");'],
		["server/links/cards/a.ts", 'export * from "undici/types/client";'],
		["server/links/cards/a.ts", 'import { request } from "node:https";'],
		["server/links/cards/a.ts", 'import http2 from "http2";'],
	])("name the one door where %s says %s", (file, text) => {
		expect(saidOf({ [file]: text }).join("\n")).toContain(`${RULES.door}\n  ${file} -> `);
	});

	it.each([
		"server/platform/outbound/a.ts",
		"server/sandbox/a.ts",
		"server/testing/load/a.ts",
		"server/links/a.test.ts",
	])("let %s have a client of its own", (file) => {
		expect(saidOf({ [file]: 'import { Client } from "undici";' })).toEqual([]);
	});

	it("name the folders of a circle, in shared and in the client as well", () => {
		const circle = {
			"shared/links/a.ts": 'import { b } from "../billing/plans/b.ts";',
			"shared/billing/plans/b.ts": 'import { c } from "../../links/c.ts";',
			"shared/links/c.ts": "",
			"client/src/components/toast/a.tsx": 'import { B } from "../ui/b.tsx";',
			"client/src/components/ui/b.tsx": 'import type { A } from "../toast/a.tsx";',
		};
		expect(saidOf(circle)).toEqual([
			`${RULES.circle}\n  shared/links -> shared/billing/plans -> shared/links`,
			`${RULES.circle}\n  client/src/components/toast -> client/src/components/ui -> client/src/components/toast`,
		]);
	});
});
