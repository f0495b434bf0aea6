import path from "node:path";

export type Import = {
	from: string;
	/** The path from the root for a file of this repository, otherwise the name of a package. */
	to: string;
	isPackage: boolean;
	isRelative: boolean;
	/** By `import()`, at run time. */
	isOnDemand: boolean;
};

/** From `package.json`: `#server/*` to `./server/*`. */
export type Aliases = Record<string, string>;

/**
 * A string after `from`, `import`, `import(` or `require(`, with any space and comments between. A string that only looks
 * like code counts as well: unlike a parser this takes no seconds, and it misses nothing.
 */
const IMPORT =
	/(\b(?:await|void|return)\s+|=>\s*)?\b(?:from|import|require)\b((?:[\s(]|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*)(["'`])([\w@#.:/?=-]+)\3/g;

/**
 * Everything that source files import, by resolved path: static and dynamic imports, re-exports, `require` and types, with
 * an alias or a relative path, with or without an extension.
 * @param files their texts by their paths from the root
 */
export function importsOf(files: Map<string, string>, aliases: Aliases): Import[] {
	return [...files].flatMap(([from, text]) =>
		[...text.matchAll(IMPORT)].map(([, isAtRunTime, between = "", , name = ""]): Import => {
			const file = resolve(from, name, aliases);
			return {
				from,
				to: file ? withExtension(file, files) : name,
				isPackage: file === null,
				isRelative: name.startsWith("."),
				isOnDemand: isAtRunTime !== undefined && between.includes("("),
			};
		}),
	);
}

function resolve(from: string, name: string, aliases: Aliases): string | null {
	const [file = ""] = name.split("?", 1);
	if (file.startsWith(".")) return path.posix.join(path.posix.dirname(from), file);
	for (const [alias, target] of Object.entries(aliases)) {
		const start = alias.replace("*", "");
		if (file.startsWith(start)) return path.posix.normalize(target.replace("*", file.slice(start.length)));
	}
	return null;
}

/** TypeScript also takes a path without extension, with that of JavaScript, and of a folder. */
function withExtension(file: string, files: Map<string, string>): string {
	const bare = file.replace(/\.[jt]sx?$/, "");
	const extensions = [".ts", ".tsx", "/index.ts", "/index.tsx"];
	return [file, ...extensions.map((extension) => bare + extension)].find((each) => files.has(each)) ?? file;
}
