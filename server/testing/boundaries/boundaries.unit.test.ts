import { describe, expect, it } from "vitest";
import { RULES, violations } from "./boundaries.ts";

const HOUSE: Record<string, string> = {
	"server/config.ts": "",
	"server/work/repeat.ts": "",
	"server/db/connect.ts": 'import { repeat } from "#server/work/repeat.ts";',
	"server/http/app-error.ts": "",
	"server/auth/guards.ts": 'import {\n\tAppError,\n} from "#server/http/app-error.ts";',
	"server/links/links.service.ts": 'import type { Guards } from "../auth/guards.ts";',
	"server/app.ts": 'import { createLinks } from "./links/links.service.ts";',
	"server/main.ts": 'import { createApp } from "./app.ts";\nconst { open } = await import("./sandbox/sandbox.ts");',
	"server/sandbox/sandbox.ts": "",
	"server/testing/app/test-app.ts": 'import { createApp } from "#server/app.ts";\nimport "#server/sandbox/sandbox.ts";',
	"server/links/links.test.ts": 'import { startTestApp } from "#server/testing/app/test-app.ts";',
};

/** What is said of the house when these files stand in it. */
function saidOf(planted: Record<string, string>): string[] {
	return violations(new Map(Object.entries({ ...HOUSE, ...planted })));
}

describe("the rules of who imports whom", () => {
	it("are kept by a house that keeps them", () => {
		expect(saidOf({})).toEqual([]);
	});

	it.each([
		["server/links/a.ts", 'import { startTestApp } from "#server/testing/app/test-app.ts";', RULES.workshop],
		["server/app.ts", 'export { open } from "./sandbox/sandbox.ts";', RULES.workshop],
		["server/app.ts", 'const sandbox = await import("./sandbox/sandbox.ts");', RULES.workshop],
		["server/sandbox/a.ts", 'import { startTestApp } from "#server/testing/app/test-app.ts";', RULES.workshop],
		["server/http/a.ts", 'import { guards } from "#server/auth/guards.ts";', RULES.ground],
		["server/work/a.ts", 'import type { Db } from "#server/db/connect.ts";', RULES.ground],
		["server/auth/a.ts", 'import { createLinks } from "#server/links/links.service.ts";', RULES.features],
		["server/auth/a.ts", 'import { createApp } from "#server/app.ts";', RULES.features],
		["server/brand-new/a.ts", 'import "#server/auth/guards.ts";', RULES.features],
	])("name the one that is broken when %s says %s", (file, text, rule) => {
		expect(saidOf({ [file]: text }).join("\n")).toContain(`${rule}\n  ${file} -> `);
	});

	it.each([
		["server/links/a.ts", 'import { Client } from "undici";'],
		["server/http/a.ts", 'import type { Dispatcher } from "undici";'],
		["server/main.ts", 'const { request } = await import("undici");'],
		["server/cards/a.ts", 'export * from "undici/types/client";'],
		["server/cards/a.ts", 'import { request } from "node:https";'],
		["server/cards/a.ts", 'import http2 from "http2";'],
	])("name the one door where %s says %s", (file, text) => {
		expect(saidOf({ [file]: text }).join("\n")).toContain(`${RULES.door}\n  ${file} -> `);
	});

	it.each(["server/outbound/a.ts", "server/sandbox/a.ts", "server/testing/load/a.ts", "server/links/a.test.ts"])(
		"let %s have a client of its own",
		(file) => {
			expect(saidOf({ [file]: 'import { Client } from "undici";' })).toEqual([]);
		},
	);

	it("name the folders of a circle, in shared and in the client as well", () => {
		const circle = {
			"shared/links/a.ts": 'import { b } from "../plans/b.ts";',
			"shared/plans/b.ts": 'import { c } from "../links/c.ts";',
			"shared/links/c.ts": "",
			"client/src/features/auth/a.tsx": 'import { B } from "#client/features/plans/b.tsx";',
			"client/src/features/plans/b.tsx": 'import type { A } from "../auth/a.tsx";',
		};
		expect(saidOf(circle)).toEqual([
			`${RULES.circle}\n  shared/links -> shared/plans -> shared/links`,
			`${RULES.circle}\n  client/src/features/auth -> client/src/features/plans -> client/src/features/auth`,
		]);
	});
});
