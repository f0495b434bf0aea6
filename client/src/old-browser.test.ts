import { readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, it } from "vitest";

const text = readFileSync(new URL("../public/old-browser.js", import.meta.url), "utf8");
/** Syntax of 2015 and later that a script of this size might use. */
const NEWER =
	/"(?:ArrowFunctionExpression|TemplateLiteral|ChainExpression|SpreadElement|ClassDeclaration|ForOfStatement|ObjectPattern)"|"kind":"(?:const|let)"|"param":null|"operator":"\?\?"/;

it("can be read by the oldest browsers, for it speaks to them", () => {
	const { program, errors } = parseSync("old-browser.js", text, { sourceType: "script" });
	expect(errors).toEqual([]);
	expect(JSON.stringify(program)).not.toMatch(NEWER);
});
