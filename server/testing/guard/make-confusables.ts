import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/**
 * Writes `server/moderation/guard/text/confusables.data.ts` from Unicode's `confusables.txt` (UTS 39; ICU's sources have it in
 * `data/unidata/`): `npx tsx server/testing/guard/make-confusables.ts FILE`.
 */
const [file] = process.argv.slice(2);
if (!file) {
	throw new Error("Usage: npx tsx server/testing/guard/make-confusables.ts confusables.txt");
}
const text = readFileSync(file, "utf8");
const version = /# Version: (\S+)/.exec(text)?.[1] ?? "unknown";
const sources = new Map<string, string[]>();
for (const line of text.split("\n")) {
	const [source, target] = line.replace(/#.*/, "").split(";");
	if (!source?.trim() || !target?.trim()) continue;
	const short = (codes: string) =>
		codes
			.trim()
			.split(/\s+/)
			.map((code) => code.replace(/^0+/, "").toLowerCase());
	const key = short(target).join("+");
	sources.set(key, [...(sources.get(key) ?? []), short(source).join("+")]);
}
const entries = [...sources].map(([target, from]) => `${target}=${from.join(",")}`);
const lines: string[] = [];
for (const entry of entries) {
	const last = lines.at(-1);
	if (last !== undefined && last.length + entry.length < 900) lines[lines.length - 1] = `${last} ${entry}`;
	else lines.push(entry);
}
const target = resolve(import.meta.dirname, "../../moderation/guard/text/confusables.data.ts");
writeFileSync(
	target,
	`/**
 * Characters that look like others (UTS 39), Unicode ${version}: prototype=characters, in hexadecimal. Made by
 * \`server/testing/guard/make-confusables.ts\` from Unicode's confusables.txt, © Unicode, Inc., under the Unicode License V3.
 */
export const CONFUSABLES = \`
${lines.join("\n")}
\`;
`,
);
process.stdout.write(`${entries.length} prototypes of Unicode ${version} in ${lines.length} lines\n`);
