import express from "express";
import type pg from "pg";
import { expect, it } from "vitest";
import { listening } from "#server/testing/app/listening.ts";
import { createHealth } from "./health.ts";

type State = {
	isUp?: boolean;
	problems?: string[];
	sinceStart?: boolean;
	warnings?: string[];
	isDraining?: boolean;
	sandbox?: string[];
};

/** What both addresses answer. */
async function answers(state: State) {
	const { isUp = true, problems, sinceStart = true, warnings, isDraining = false, sandbox = [] } = state;
	const asked: string[] = [];
	const query = async (text: string) => {
		asked.push(text);
		if (!isUp) throw new Error("away");
	};
	const pool = { query } as unknown as pg.Pool;
	const health = createHealth({
		pool,
		sandbox,
		...(problems && { problems: () => ({ found: problems, sinceStart }) }),
		...(warnings && { warnings: () => warnings }),
	});
	if (isDraining) health.drain();
	const { origin, server } = await listening(express().use(health.router));
	const [lives, ready] = await Promise.all([fetch(`${origin}/healthz`), fetch(`${origin}/readyz`)]);
	const told = [lives.status, await lives.json(), ready.status, await ready.json()];
	server.close();
	expect(asked).toEqual(["SELECT 1"]);
	return told;
}

const LIVES = [200, { status: "ok" }] as const;

it.each<[string, State, number, object]>([
	["ready", {}, 200, { status: "ready", database: "up" }],
	[
		"ready with a sandbox, and says so",
		{ sandbox: ["Stripe"] },
		200,
		{ status: "ready", database: "up", sandbox: ["Stripe"] },
	],
	[
		"ready while the database is away: known links are answered",
		{ isUp: false },
		200,
		{ status: "ready", database: "down" },
	],
	["ready when nothing is wrong", { problems: [] }, 200, { status: "ready", database: "up" }],
	[
		"not ready while it could not sell",
		{ problems: ["a", "b"] },
		503,
		{ status: "misconfigured", database: "up", problems: ["a", "b"] },
	],
	[
		"told of in the body alone when it can't sell any more: links work",
		{ problems: ["a"], sinceStart: false },
		200,
		{ status: "misconfigured", database: "up", problems: ["a"] },
	],
	["ready with what is amiss", { warnings: ["a"] }, 200, { status: "ready", database: "up", warnings: ["a"] }],
	["not ready once it drains", { isDraining: true }, 503, { status: "draining", database: "up" }],
	[
		"draining, before all else",
		{ isDraining: true, isUp: false, problems: ["a"] },
		503,
		{ status: "draining", database: "down", problems: ["a"] },
	],
])("is %s", async (_case, state, status, body) => {
	expect(await answers(state)).toEqual([...LIVES, status, body]);
});
