import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ERROR_CODES, type ErrorCode } from "#shared/platform/error-codes.ts";
import { AppError } from "./app-error.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const codes = Object.keys(ERROR_CODES) as ErrorCode[];

it("docs/errors.md has every code with its kind and status, and no other (P287)", () => {
	const page = readFileSync(path.join(root, "docs/errors.md"), "utf8");
	const rows = [...page.matchAll(/^\| `(\w+)` \| `(\w+)` \| (\d+) \| .+ \|$/gm)].map((row) => row.slice(1));
	const wanted = codes.map((code) => [code, ERROR_CODES[code], String(new AppError(code, "").status)]);
	expect(rows).toEqual(wanted);
});

it("every code that is no kind is used somewhere", () => {
	const kinds = new Set<string>(Object.values(ERROR_CODES));
	const sources = ["server", "shared"].flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
			.filter((file) => file.endsWith(".ts") && !/test\.ts$|^testing\b|error-codes/.test(file))
			.map((file) => readFileSync(path.join(root, folder, file), "utf8")),
	);
	const isUsed = (code: string) => sources.some((text) => text.includes(`"${code}"`));
	expect(codes.filter((code) => !kinds.has(code) && !isUsed(code))).toEqual([]);
});
