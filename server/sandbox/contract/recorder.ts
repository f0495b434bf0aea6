import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Passed } from "../stripe/world.ts";

/** Something that passed, and how many times something of the same shape did. */
export type Shape = Passed & { times: number };
export type Recorder = ReturnType<typeof createRecorder>;

/**
 * Keeps what passes between the product and the sandbox's Stripe, each shape once: numbers, texts and ids are the same
 * to a type, so they are written as `1`, `text` and `text`.
 */
export function createRecorder() {
	const shapes = new Map<string, Shape>();
	return {
		record({ kind, call, value }: Passed): void {
			const passed: Passed = { kind, call, value: shapeOf(JSON.parse(JSON.stringify(value))) };
			const key = JSON.stringify(passed);
			const known = shapes.get(key);
			if (known) known.times += 1;
			else shapes.set(key, { ...passed, times: 1 });
		},
		shapes: (): Shape[] => [...shapes.values()],
	};
}

/** Where `npm run night -- contract` has the suites write; undefined otherwise. */
// biome-ignore lint/style/noProcessEnv: tells the suites alone, not the application
const folder = process.env.CONTRACT_FOLDER;

/** A recorder where `npm run night -- contract` runs the suites; `write` leaves what it has for the check. */
export function suiteRecorder() {
	if (!folder) return null;
	const recorder = createRecorder();
	return {
		record: recorder.record,
		write(): void {
			mkdirSync(folder, { recursive: true });
			writeFileSync(path.join(folder, `${randomUUID()}.json`), JSON.stringify(recorder.shapes()));
		},
	};
}

/** No word that a type asks for has these, but the API's version. */
const FREE_TEXT = /[\dA-Z\s@:/]/;
const API_VERSION = /^\d{4}-\d\d-\d\d\.[a-z]+$/;

function shapeOf(value: unknown): unknown {
	if (typeof value === "number") return 1;
	if (typeof value === "string") return FREE_TEXT.test(value) && !API_VERSION.test(value) ? "text" : value;
	if (Array.isArray(value)) return uniqueOf(value.map(shapeOf));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
}

function uniqueOf(values: unknown[]): unknown[] {
	return [...new Set(values.map((value) => JSON.stringify(value)))].map((text) => JSON.parse(text));
}
