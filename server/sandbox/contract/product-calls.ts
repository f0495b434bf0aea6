import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Stripe from "stripe";

const server = path.resolve(import.meta.dirname, "../..");

/**
 * Each call of Stripe's that is in the product's sources: what the SDK sends, such as
 * `POST /v1/checkout/sessions/:id/expire`, by its name there, such as `checkout.sessions.expire`.
 */
export function productCalls(): Map<string, string> {
	const names = readdirSync(server, { recursive: true, encoding: "utf8" })
		.filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^(?:sandbox|testing)\b/.test(file))
		.flatMap((file) => [
			...readFileSync(path.join(server, file), "utf8").matchAll(/\bstripe\s*\.((?:\w+\s*\.\s*)+\w+)\(/g),
		])
		.map(([, chain = ""]) => chain.replace(/\s/g, ""))
		// Verifies a signature; makes no request.
		.filter((name) => !name.startsWith("webhooks."));
	return new Map([...new Set(names)].map((name) => [name, requestOf(name)]));
}

function requestOf(name: string): string {
	const client: unknown = new Stripe("sk_test_x");
	const method = name.split(".").reduce((node, key) => (node as Record<string, unknown>)?.[key], client);
	const [, verb, address = ""] = /_makeRequest\('(\w+)', ['`]([^'`]+)['`]/.exec(String(method)) ?? [];
	return `${verb} ${address.replace(/\$\{[^}]+\}/g, ":id")}`;
}
