import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { inDocument, inSource } from "./prose.ts";

/** Part of `npm run lint`: no banned word in docs, in comments, or on screens (.github/CONTRIBUTING.md). */

/** Texts of others, lists of words, and what was released already. */
const EXCEPT = /corpora|fixtures|testing\/web|testing\/prose|CHANGELOG\.md|LICENSE/u;
/** Files whose texts people read: those of tests may quote anything. */
const ON_SCREEN = /^(?:client\/src|shared)\/(?!.*\.test\.)/u;

const names = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
	encoding: "utf8",
}).split("\0");
const files = names.filter((name) => /\.(?:md|tsx?)$/u.test(name) && !EXCEPT.test(name));
const lines = files.flatMap((file) => {
	const text = readFileSync(file, "utf8");
	const finds = file.endsWith(".md") ? inDocument(text) : inSource(text, { strings: ON_SCREEN.test(file) });
	return finds.map(({ line, word, instead }) => `${file}:${line} '${word}': ${instead}`);
});
process.stdout.write(
	lines.length === 0
		? `${files.length} files: plain words\n`
		: `Words to replace (.github/CONTRIBUTING.md):\n  ${lines.join("\n  ")}\n`,
);
if (lines.length > 0) process.exitCode = 1;
