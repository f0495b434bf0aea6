import path from "node:path";

export type Import = {
	from: string;
	to: string;
	/** By `import()`, when the program comes to it. */
	isOnDemand: boolean;
};

/** Static imports and re-exports of any form, and `import()` of a fixed name. */
const IMPORT = /^(?:import|export)\b[^;"]*?"([^"\n]+)";?$|\bimport\("([^"\n]+)"\)/gm;
const ALIASES: Record<string, string> = { "#server/": "server/", "#shared/": "shared/", "#client/": "client/src/" };

/**
 * The imports of this repository's own files by one another.
 * @param files their texts by their paths from the root
 */
export function importsOf(files: Map<string, string>): Import[] {
	return namesIn(files).flatMap(({ from, to: name, isOnDemand }) => {
		const to = resolved(from, name);
		return to && files.has(to) ? [{ from, to, isOnDemand }] : [];
	});
}

/** What files import, by the names that stand there. */
export function namesIn(files: Map<string, string>): Import[] {
	return [...files].flatMap(([from, text]) =>
		[...text.matchAll(IMPORT)].map(([, still, onDemand]) => ({
			from,
			to: still ?? onDemand ?? "",
			isOnDemand: still === undefined,
		})),
	);
}

function resolved(from: string, source: string): string | null {
	if (source.startsWith(".")) return path.posix.join(path.posix.dirname(from), source);
	const alias = Object.keys(ALIASES).find((start) => source.startsWith(start));
	return alias ? ALIASES[alias] + source.slice(alias.length) : null;
}
