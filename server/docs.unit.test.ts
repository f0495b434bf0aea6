import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { MEASUREMENTS } from "./testing/night/measurements.ts";

/** Everything that people write and read; what is made or fetched is left out. */
const FOLDERS = ["server", "shared", "client", "docs", ".github"];
const IN_THE_ROOT = /^(?:.+\.config\.ts|README\.md|package\.json|tsconfig\.json|\.env\.example)$/;
const READ = /\.(?:ts|tsx|md|sql|css|html|yml)$/;

const root = path.resolve(import.meta.dirname, "..");
const paths = [
	...readdirSync(root).filter((name) => IN_THE_ROOT.test(name)),
	...FOLDERS.flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")),
	),
];
const texts = paths
	.filter((file) => READ.test(file) || !file.includes("/"))
	.filter((file) => file !== "server/docs.unit.test.ts")
	.map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
const pages = texts.filter(({ file }) => file.endsWith(".md"));

const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");

type Found = { file: string; line: number; text: string };

/** Every match of a pattern, with where it stands. The first group is the text, or else the whole match. */
function findAll(pattern: RegExp, within = texts): Found[] {
	return within.flatMap(({ file, text }) =>
		[...text.matchAll(pattern)].map((match) => ({
			file,
			line: text.slice(0, match.index).split("\n").length,
			text: match[1] ?? match[0],
		})),
	);
}

const told = ({ file, line, text }: Found) => `${file}:${line}: ${text}`;

const RULE = /\bP[1-9]\d{0,2}\b/g;
const rules = [...textOf("docs/product.md").matchAll(/^### (\S+) \S/gm)].map((match) => match[1] ?? "");

test("each rule of the product has an id of its own, and none of the first 152 is gone", () => {
	expect(new Set(rules).size).toBe(rules.length);
	expect(rules).toEqual(expect.arrayContaining(Array.from({ length: 152 }, (_, at) => `P${at + 1}`)));
});

test("every rule says something", () => {
	const empty = textOf("docs/product.md").match(/^### .*\n+(?=#|$(?![\s\S]))/gm) ?? [];
	expect(empty).toEqual([]);
});

test("every rule that is cited stands on the product's page", () => {
	const cited = findAll(RULE);
	expect(cited.length).toBeGreaterThan(0);
	expect(cited.filter(({ text }) => !rules.includes(text)).map(told)).toEqual([]);
});

test("every decision that is cited is a file, or a former one", () => {
	const files = readdirSync(path.join(root, "docs/decisions"));
	const former = textOf("docs/decisions/former.md");
	const exists = ({ text }: Found) =>
		files.some((file) => file.startsWith(`${text}-`)) || former.includes(`\n## ${text} `);
	const cited = findAll(/docs\/decisions\/(\d{4})/g);
	const amongThemselves = findAll(
		/\b(00\d{2})\b/g,
		pages.filter(({ file }) => file.startsWith("docs/decisions/")),
	);
	expect(cited.length).toBeGreaterThan(0);
	expect([...cited, ...amongThemselves].filter((each) => !exists(each)).map(told)).toEqual([]);
});

const ROW = String.raw`[A-H][1-9]\d?`;
const ROWS = `(${ROW}(?:(?:, | and | to |-)${ROW})*)`;

test("every row of the reliability table that is cited stands there", () => {
	const tables = pages.filter(({ file }) => file === "docs/reliability.md");
	const rows = new Set(findAll(/^\| ([A-H]\d[^|]*?) \|/gm, tables).flatMap(({ text }) => rowsIn(text)));
	const cited = [
		findAll(new RegExp(String.raw`\brows? ${ROWS}`, "gi")),
		findAll(new RegExp(String.raw`\((?:rows? )?${ROWS}\)`, "g")),
		findAll(new RegExp(String.raw`\b(?:test|it|describe)(?:\.\w+)?\(\s*["'\`]${ROWS}: `, "g")),
	].flat();
	expect(rows.size).toBeGreaterThan(100);
	expect(cited.length).toBeGreaterThan(0);
	expect(cited.filter(({ text }) => rowsIn(text).some((row) => !rows.has(row))).map(told)).toEqual([]);
});

test("every file that a page names is there", () => {
	const named = findAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|css|sql|txt))`/g, pages.filter(isAboutToday));
	const isThere = ({ text }: Found) => paths.some((file) => file === text || file.endsWith(`/${text}`));
	expect(named.length).toBeGreaterThan(0);
	expect(named.filter((each) => !isThere(each)).map(told)).toEqual([]);
});

test("every script, measurement and operator's command that a page or comment names exists", () => {
	const today = texts.filter(isAboutToday);
	const scripts = Object.keys(JSON.parse(textOf("package.json")).scripts);
	const operator = [
		...findAll(/^\t+"?([a-z\d-]+)"?: \{$/gm, [{ file: "", text: textOf("server/operator.command.ts") }]),
		...findAll(/^\t" {2}([a-z]+)/gm, [{ file: "", text: textOf("server/moderation/admin/admin.ts") }]),
	].map(({ text }) => text);
	const named = findAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g, today);
	const measurements = findAll(/\bnpm run night -- ([\w:-]+)/g, today);
	const commands = findAll(/\b(?:npm run (?:-s )?operator --|operator\.command\.js) ([\w:-]+)/g, today);
	const unknown = [
		...named.filter(({ text }) => !scripts.includes(text)),
		...measurements.filter(({ text }) => !Object.hasOwn(MEASUREMENTS, text)),
		...commands.filter(({ text }) => ![...operator, "help"].includes(text)),
	];
	expect([scripts, operator, named, measurements, commands].map(({ length }) => length > 10)).toEqual(
		Array(5).fill(true),
	);
	expect(unknown.map(told)).toEqual([]);
});

test("the index of decisions lists every one", () => {
	const index = textOf("docs/decisions/README.md");
	const files = readdirSync(path.join(root, "docs/decisions")).filter((file) => /^\d{4}-/.test(file));
	const former = [...textOf("docs/decisions/former.md").matchAll(/^## (\d{4}) /gm)].map(([, number = ""]) => number);
	const missing = [
		...files.filter((file) => !index.includes(`](${file})`)),
		...former.filter((one) => !index.includes(`- ${one} `)),
	];
	expect(missing).toEqual([]);
});

test("every link of a page leads somewhere", () => {
	const links = findAll(/\]\(((?!\w+:)[^)#\s]+)[^)]*\)/g, pages);
	const isThere = ({ file, text }: Found) => existsSync(path.resolve(root, path.dirname(file), text));
	expect(links.length).toBeGreaterThan(0);
	expect(links.filter((each) => !isThere(each)).map(told)).toEqual([]);
});

test("rules are cited by their ids, decisions by their paths, and no paper that is not here", () => {
	const numbered = findAll(/\bdecisions?[\s*]+(?:no\. ?)?\d+/gi);
	const elsewhere = findAll(/\bspecifications?,?[\s*]+sections?\b|\b(?:the|our) specification\b|\bas specified\b/gi);
	expect([...numbered, ...elsewhere].map(told)).toEqual([]);
});

/** A decision and a changelog tell of their own day. */
function isAboutToday({ file }: { file: string }): boolean {
	return !file.startsWith("docs/decisions/") && file !== "docs/CHANGELOG.md";
}

/** `A10-A12`, `F1 to F3, F22` -> each row by itself. */
function rowsIn(text: string): string[] {
	return [...text.matchAll(new RegExp(`(${ROW})(?:(?:-| to )(${ROW}))?`, "g"))].flatMap(
		([, first = "", last = first]) => {
			const from = Number(first.slice(1));
			const count = Math.max(0, Number(last.slice(1)) - from) + 1;
			return Array.from({ length: count }, (_, at) => `${first.slice(0, 1)}${from + at}`);
		},
	);
}
