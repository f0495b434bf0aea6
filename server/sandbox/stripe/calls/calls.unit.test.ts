import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Stripe from "stripe";
import { afterAll, expect, it } from "vitest";
import { openStore } from "../store.ts";
import { createWorld } from "../world.ts";
import { callsOf } from "./calls.ts";

const server = path.resolve(import.meta.dirname, "../../..");
const folder = mkdtempSync(path.join(os.tmpdir(), "visualink-calls-"));
const store = openStore(folder);
afterAll(async () => {
	await store.close();
	rmSync(folder, { recursive: true });
});

/** Such as `checkout.sessions.create`, wherever the product's code has it. */
const called = readdirSync(server, { recursive: true, encoding: "utf8" })
	.filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^(?:sandbox|testing)\b/.test(file))
	.flatMap((file) => [
		...readFileSync(path.join(server, file), "utf8").matchAll(/\bstripe\s*\.((?:\w+\s*\.\s*)+\w+)\(/g),
	])
	.map(([, chain = ""]) => chain.replace(/\s/g, ""))
	// Checks a signature, and calls nobody.
	.filter((chain) => !chain.startsWith("webhooks."));

/** What the SDK sends for it, such as `POST /v1/checkout/sessions/:id/expire`. */
function requestOf(chain: string): string {
	const client: unknown = new Stripe("sk_test_x");
	const method = chain.split(".").reduce((node, name) => (node as Record<string, unknown>)?.[name], client);
	const [, verb, address = ""] = /_makeRequest\('(\w+)', ['`]([^'`]+)['`]/.exec(String(method)) ?? [];
	return `${verb} ${address.replace(/\$\{[^}]+\}/g, ":id")}`;
}

it("answers every call that the product makes, and no other", () => {
	const world = createWorld({ store, publicOrigin: "http://localhost", now: () => new Date() });
	const answered = callsOf(world).map((route) => `${route.method.toUpperCase()} ${route.path}`);
	expect(called.length).toBeGreaterThan(30);
	expect(answered.sort()).toEqual([...new Set(called.map(requestOf))].sort());
});
