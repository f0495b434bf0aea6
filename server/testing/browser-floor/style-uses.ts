import type { CompatTable } from "./compat-data.ts";
import type { Use } from "./script-uses.ts";

/**
 * The selectors and at-rules of a style sheet that a browser of the floor lacks, unless they are in an `@supports` that
 * names them: a browser drops the whole rule, with all the selectors of its list. Unknown properties and values are no matter: browsers
 * pass over them one by one.
 */
export function styleUses(text: string, table: CompatTable): Use[] {
	const plain = text.replace(/\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'/g, (found) => found.replace(/[^\n]/g, " "));
	const uses: Use[] = [];
	const open: string[] = [];
	for (const { 0: found, 1: head = "", 2: end, index } of plain.matchAll(/([^{};]*)([{};])/g)) {
		const prelude = head.trim();
		if (end === "{" && !prelude.startsWith("@supports")) {
			const line = plain.slice(0, index + found.indexOf(prelude)).split("\n").length;
			const unguarded = namesOf(prelude, table).filter(
				(api) => !open.some((each) => each.startsWith("@supports") && each.includes(api)),
			);
			uses.push(...unguarded.map((api) => ({ api, line })));
		}
		if (end === "{") open.push(prelude);
		if (end === "}") open.pop();
	}
	return uses;
}

function namesOf(prelude: string, table: CompatTable): string[] {
	const [, atRule = null] = /^@([\w-]+)/.exec(prelude) ?? [];
	if (atRule !== null) return table.isTooNewAtRule(atRule) ? [`@${atRule}`] : [];
	// Vendors' own are for one engine on purpose, and what `:is()` and `:where()` can't read they leave out.
	const strict = prelude.replace(/:(?:is|where)\((?:[^()]|\([^()]*\))*\)/g, "");
	const pseudos = [...strict.matchAll(/(?<!\\)(::?)([a-z][\w-]*)/g)];
	return pseudos.filter(([, , name = ""]) => table.isTooNewSelector(name)).map(([whole]) => whole);
}
