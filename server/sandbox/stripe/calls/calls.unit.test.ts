import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { productCalls } from "../../contract/product-calls.ts";
import { openStore } from "../store.ts";
import { createWorld } from "../world.ts";
import { callsOf } from "./calls.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "visualink-calls-"));
const store = openStore(folder);
afterAll(async () => {
	await store.close();
	rmSync(folder, { recursive: true });
});

it("answers every call that the product makes, and no other", () => {
	const world = createWorld({ store, publicOrigin: "http://localhost", now: () => new Date() });
	const answered = callsOf(world).map((route) => `${route.method.toUpperCase()} ${route.path.replace(/:\w+/g, ":id")}`);
	const called = [...productCalls().values()];
	expect(called.length).toBeGreaterThan(30);
	expect(answered.sort()).toEqual(called.sort());
});
