import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const WRITES = {
	inserts: /\.insert\(links\)|INSERT INTO links\b/,
	"sets targets": /update\(links\)[^;]*target|UPDATE links\b[^;`]*target_url\s*=/i,
	"has the statements": /from "(?:\.|#server\/links)\/link-rows\.ts"/,
};

it.each([
	["inserts", ["server/links/link-rows.ts"]],
	["sets targets", []],
	["has the statements", ["server/links/link-writer.ts"]],
] as const)("P593: no door stores a link but through the writer, which asks the judge: %s", (what, expected) => {
	const all = readdirSync("server", { recursive: true, encoding: "utf8" }).map((file) => `server/${file}`);
	const files = all.filter((file) => /(?<!\.test)\.ts$/.test(file) && !/^server\/(?:testing|sandbox)\//.test(file));
	expect(files.length).toBeGreaterThan(400);
	expect(files.filter((file) => WRITES[what].test(readFileSync(file, "utf8")))).toEqual(expected);
});
