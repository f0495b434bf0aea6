const HEAD = "url,title,tags\n";
const filled = (piece: string, bytes: number) => piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));
const CELL = 60_000;

/** CSV files that cost as much as possible to read, by what is wrong with them; each of about so many bytes. */
export function hostileFiles(bytes: number): Record<string, string> {
	return {
		"records of empty cells": HEAD + filled(",\n", bytes),
		"empty lines": HEAD + filled("\n", bytes),
		"empty records between CRs": HEAD.replace("\n", "\r") + filled(",\r", bytes),
		"huge cells of tags": HEAD + filled(`https://e.com/,t,"${filled("a,", CELL)}"\n`, bytes),
		"cells of long tags": HEAD + filled(`https://e.com/,t,"${filled("ab,", 900)}"\n`, bytes),
		"deep quotes": HEAD + filled(`https://e.com/,"${filled('""', CELL)}",x\n`, bytes),
		"huge titles": HEAD + filled(`https://e.com/,"${filled(" a\t", CELL)}",x\n`, bytes),
		"huge addresses": HEAD + filled(`"https://e.com/${filled("a/../", CELL)}",t,x\n`, bytes),
		"one giant record": HEAD + filled("a,", bytes),
		"an unclosed quote": `${HEAD}"${filled("a\n", bytes)}`,
		NULs: HEAD + filled("\0,\0,\0\n", bytes),
		"thousands of columns": `${filled("url,", CELL)}\n${filled("a,a,a\n", bytes)}`,
	};
}
