import fc from "fast-check";
import { expect } from "vitest";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import type { TestApp } from "#server/testing/app/test-app.ts";
import { apiClient } from "./api-client.ts";
import { type GeneratedCall, generatedCalls } from "./generated-calls.ts";
import { type ApiDocument, createJudge } from "./judge.ts";
import { possessionsOf, stateOf } from "./possessions.ts";

const AT_ONCE = 6;

type Kind = { name: string; key: string; owner: Subscriber; mayBe: (call: GeneratedCall) => boolean };
type Options = { calls: number; seed: number };
type Tried = { answers: Record<string, number>; wrong: string[] };

/**
 * Sends generated calls with four kinds of key: of all scopes; of one; of an account whose plan has ended; and of another
 * account, which names the things of a victim.
 * @returns how many got which status, and each answer that is off the document or beyond the key
 */
export async function tryCalls(app: TestApp, { calls, seed }: Options): Promise<Tried> {
	const document = (await (await fetch(`${app.origin}/api/v1/openapi.json`)).json()) as ApiDocument;
	const judge = createJudge(document);
	const victim = await subscriber(app, "enterprise");
	const things = await possessionsOf(app, victim);
	const kinds = await kindsOf(app, victim);
	const before = await stateOf(app, victim);
	const arbitraries = await Promise.all(
		kinds.map(async ({ name, owner }) =>
			generatedCalls(document, name === "all scopes" ? await possessionsOf(app, owner) : things),
		),
	);
	const answers: Record<string, number> = {};
	const wrong: string[] = [];

	async function send(n: number, kind: Kind, call: GeneratedCall): Promise<void> {
		const { operation, method, path, headers, body } = call;
		const answer = await fetch(app.origin + path, {
			...{ method, headers: { ...headers, Authorization: `Bearer ${kind.key}` } },
			...(body !== undefined && { body }),
		});
		answers[answer.status] = (answers[answer.status] ?? 0) + 1;
		const isBeyond = answer.ok && operation !== null && !kind.mayBe(call);
		const copy = answer.clone();
		const verdict = await judge(operation, answer).catch((error: unknown) => `no answer of ours: ${error}`);
		const isLeaked = kind.name === "another account" && (await copy.text()).includes(`${things.marked}"`);
		const found = verdict ?? (isBeyond ? "beyond the key" : isLeaked ? "another account's" : null);
		if (found === null) return;
		const sent = `${method} ${path} ${JSON.stringify(headers)} ${(body ?? "").slice(0, 300)}`;
		wrong.push(`#${n} ${kind.name}: ${answer.status}, ${found}\n  ${sent}`);
	}

	const samples = arbitraries.map((each, n) =>
		fc.sample(each, { numRuns: Math.ceil(calls / kinds.length), seed: seed + n }),
	);
	const all = Array.from({ length: calls }, (_, n) => n);
	const next = all.values();
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			for (const n of next) {
				const kind = kinds[n % kinds.length] as Kind;
				const call = samples[n % kinds.length]?.[Math.floor(n / kinds.length)];
				if (call) await send(n, kind, call);
			}
		}),
	);
	expect(await stateOf(app, victim)).toEqual(before);
	return { answers, wrong };
}

async function kindsOf(app: TestApp, victim: Subscriber): Promise<Kind[]> {
	const [busy, ended, stranger] = [
		await subscriber(app, "enterprise"),
		await subscriber(app, "pro"),
		await subscriber(app),
	];
	const kinds: Kind[] = [
		{ name: "all scopes", owner: busy, key: (await apiClient(app, busy)).key, mayBe: () => true },
		{
			...{ name: "one scope", owner: victim, key: (await apiClient(app, victim, { scopes: ["links:read"] })).key },
			mayBe: ({ operation }) => [null, "links:read"].includes(operation?.["x-scope"] ?? null),
		},
		{ name: "an ended plan", owner: ended, key: (await apiClient(app, ended)).key, mayBe: () => false },
		{ name: "another account", owner: stranger, key: (await apiClient(app, stranger)).key, mayBe: () => true },
	];
	await app.deps.pool.query("UPDATE subscriptions SET status = 'canceled' WHERE user_id = $1", [ended.user.id]);
	return kinds;
}
