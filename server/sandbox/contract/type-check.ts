import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { productCalls } from "./product-calls.ts";
import type { Shape } from "./recorder.ts";

export type Verdict = {
	/** How many passed, and in how many shapes, of each kind. */
	counts: Record<Shape["kind"], { passed: number; shapes: number }>;
	/** What the types refuse, as `POST /v1/customers answer: what the compiler says`. */
	wrong: string[];
};

const root = path.resolve(import.meta.dirname, "../../..");
/** So many values in a file, for the compiler to take the files in parallel. */
const IN_A_FILE = 100;

/** What a value is held against: what travels, that is the SDK's own types before it makes objects of decimals. */
const TYPES = `import type Stripe from "stripe";
export type { Stripe };
type Plain = string | number | boolean | null | undefined;
export type Wire<T> = T extends Plain ? T
	: T extends Stripe.Decimal ? string
	: T extends readonly (infer U)[] ? Wire<U>[]
	: { [K in keyof T]: Wire<T[K]> };
type Bare<T> = T extends unknown ? { [K in keyof T as K extends "lastResponse" ? never : K]: T[K] } : never;
type Method = (...given: never[]) => unknown;
export type Answer<M extends Method> = Wire<Bare<Awaited<ReturnType<M>>>>;
export type Params<M extends Method, At extends number> = NonNullable<Parameters<M>[At]>;
export type Told<Type extends string> = Extract<Stripe.Event, { type: Type }> extends infer E
	? [E] extends [never] ? never : Wire<E>
	: never;
export type Refusal = Stripe.StripeRawError;
`;

const CONFIG = {
	compilerOptions: {
		target: "ES2023",
		module: "ESNext",
		moduleResolution: "Bundler",
		strict: true,
		exactOptionalPropertyTypes: true,
		noEmit: true,
		skipLibCheck: true,
		allowImportingTsExtensions: true,
		types: [],
	},
	include: ["*.ts"],
};

/** Compiles what passed against the types of the Stripe SDK that this repository pins. */
export async function checkTypes(shapes: Shape[]): Promise<Verdict> {
	const names = new Map([...productCalls()].map(([name, call]) => [call, name]));
	const cache = path.join(root, "node_modules/.cache");
	await mkdir(cache, { recursive: true });
	const folder = await mkdtemp(path.join(cache, "contract-"));
	try {
		await writeFile(path.join(folder, "types.ts"), TYPES);
		await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(CONFIG));
		for (let from = 0; from < shapes.length; from += IN_A_FILE) {
			const values = shapes.slice(from, from + IN_A_FILE).map((shape, at) => declaration(shape, { at, names }));
			const source = ['import type { Answer, Params, Refusal, Stripe, Told } from "./types.ts";', ...values];
			await writeFile(path.join(folder, `from-${from}.ts`), source.join("\n"));
		}
		const said = await compile(folder);
		return { counts: countsOf(shapes), wrong: said.flatMap((line) => wrongIn(line, shapes)) };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** One line per value, so that the compiler's line numbers identify it. */
function declaration({ kind, call, value }: Shape, { at, names }: { at: number; names: Map<string, string> }): string {
	return `export const v${at}: ${typeOf({ kind, call }, names)} = ${JSON.stringify(value)};`;
}

function typeOf({ kind, call }: Pick<Shape, "kind" | "call">, names: Map<string, string>): string {
	if (kind === "event") return `Told<${JSON.stringify(call)}>`;
	if (kind === "refusal") return "Refusal";
	const name = names.get(call.replace(/:\w+/g, ":id"));
	// The product no longer makes it: nothing has the type.
	if (!name) return "never";
	const method = `Stripe["${name.split(".").join('"]["')}"]`;
	return kind === "answer" ? `Answer<${method}>` : `Params<${method}, ${call.split(":").length - 1}>`;
}

/** What the compiler says, a line each. */
function compile(folder: string): Promise<string[]> {
	const tsc = path.join(root, "node_modules/typescript/bin/tsc");
	return new Promise((resolve, reject) => {
		execFile(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { maxBuffer: 64e6 }, (error, out, err) => {
			if (error && !out.includes("error TS")) return reject(new Error(`The compiler failed: ${out}${err}${error}`));
			resolve(out.split("\n"));
		});
	});
}

function wrongIn(line: string, shapes: Shape[]): string[] {
	const [, from, at, words] = /from-(\d+)\.ts\((\d+),\d+\): (error .*)$/.exec(line) ?? [];
	if (!words) return /error TS/.test(line) ? [line] : [];
	// The first line of a file imports.
	const shape = shapes[Number(from) + Number(at) - 2];
	return [`${shape?.call} ${shape?.kind}: ${words}`];
}

function countsOf(shapes: Shape[]): Verdict["counts"] {
	const count = (kind: Shape["kind"]) => {
		const mine = shapes.filter((shape) => shape.kind === kind);
		return { passed: mine.reduce((sum, { times }) => sum + times, 0), shapes: mine.length };
	};
	return { request: count("request"), answer: count("answer"), refusal: count("refusal"), event: count("event") };
}
