import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { GROUPS } from "./parts.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const files = ["server", "shared", "client/src"].flatMap((folder) =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) =>
		path.posix.join(folder, ...file.split(path.sep)),
	),
);

it("finds code and tests by each of its globs, so that a file that moves does not stay out in silence", () => {
	const parts = Object.values(GROUPS).flatMap((group) => Object.values(group.parts));
	const globs = parts.flatMap(({ mutate, tests }) => [...mutate, ...tests]).filter((glob) => !glob.startsWith("!"));
	expect(globs.filter((glob) => !files.some((file) => pattern(glob).test(file)))).toEqual([]);
});

/** What these globs use: `**` for any folders, `*` within a name, and words in braces. */
function pattern(glob: string): RegExp {
	const source = glob.replace(/\*\*\/|[*{},.]/g, (sign) => SIGNS[sign] ?? sign);
	return new RegExp(`^${source}$`);
}

const SIGNS: Record<string, string> = {
	...{ "**/": "(?:[^/]+/)*", "*": "[^/]*", ".": "\\." },
	...{ "{": "(?:", ",": "|", "}": ")" },
};
