import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { DEADLINES, deadlinesTimes } from "./deadlines.ts";

const SERVER = path.resolve(import.meta.dirname, "../..");
/** A place where a late answer is given up. */
const GIVES_UP = /(?:AbortSignal\.timeout|withTimeout|withinOwnTime|afterOwnTime)\(\s*([\w.]+)/g;
/** Not in the table: nobody waits for these answers, or a stop must end in time (P26). */
const OWN = [
	"platform/http/metrics.ts",
	"platform/operator/stop.ts",
	"platform/outbound/operator-list.ts",
	"platform/outbound/operator-webhook.ts",
	"public/views/view-keeper.ts",
];

it("every deadline that a person meets comes from the table", async () => {
	const files = (await readdir(SERVER, { recursive: true })).filter(
		(name) => name.endsWith(".ts") && !/\.test\.ts$|^(?:sandbox|testing)\//.test(name),
	);
	const own = files.flatMap((name) => {
		const text = readFileSync(path.join(SERVER, name), "utf8");
		return [...text.matchAll(GIVES_UP)].filter(([, ms = ""]) => /^[A-Z\d_]+$/.test(ms)).map(() => name);
	});
	expect([...new Set(own)].sort()).toEqual(OWN);
});

it("a factor makes each of them longer", () => {
	expect(deadlinesTimes(1)).toEqual(DEADLINES);
	expect(deadlinesTimes(100)).toMatchObject({ databaseAnswer: 90_000, imageWork: 1_000_000 });
});
