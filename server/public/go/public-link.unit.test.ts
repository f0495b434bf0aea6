import type pg from "pg";
import { describe, expect, test } from "vitest";
import { createLinkFinder } from "./public-link.ts";

type Query = { values: [string[], string[]]; answer: (rows: object[]) => void; fail: (error: Error) => void };

/** A finder whose database answers when the test says so. */
function rig() {
	const queries: Query[] = [];
	let at = 0;
	const query = ({ values }: { values: [string[], string[]] }) =>
		new Promise((answer, fail) => {
			queries.push({ values, answer: (rows) => answer({ rows }), fail });
		});
	const find = createLinkFinder({ query } as unknown as pg.Pool, { clock: { now: () => at } });
	return {
		queries,
		find,
		pass: (milliseconds: number) => {
			at += milliseconds;
		},
	};
}
const row = (place: number, changes: object = {}) => ({
	place,
	id: place,
	userId: "ada-id",
	targetUrl: "https://example.com/",
	title: "Title",
	description: "Description",
	imageUrl: null,
	imageShape: null,
	cardVersion: 1,
	cards: null,
	userSlug: "ada",
	linkSlug: "Launch",
	isDisabled: false,
	reasons: null,
	startsAt: null,
	endsAt: null,
	afterUrl: null,
	createdAt: new Date(1_000),
	changedAt: null,
	...changes,
});
const link = (id: number) => ({
	id,
	userId: "ada-id",
	targetUrl: "https://example.com/",
	title: "Title",
	description: "Description",
	imageUrl: null,
	imageShape: null,
	cardVersion: 1,
	cards: null,
	linkSlug: "Launch",
	path: "/go/ada/Launch",
	startsAt: Number.NEGATIVE_INFINITY,
	endsAt: Number.POSITIVE_INFINITY,
	after: null,
	warning: null,
	siteUrl: "https://example.com/",
	createdAt: 1_000,
	changedAt: null,
});
const turn = () => new Promise(setImmediate);

test("what is asked while a query is under way is asked together in the next, and everybody gets their own", async () => {
	const { queries, find } = rig();
	const asked = ["a", "b", "c", "d", "e"].map((slug) => find("ada", slug));
	expect(queries.map(({ values }) => values)).toEqual([[["ada"], ["a"]]]);
	queries[0]?.answer([row(1)]);
	await turn();
	expect(queries[1]?.values).toEqual([
		["ada", "ada", "ada", "ada"],
		["b", "c", "d", "e"],
	]);
	queries[1]?.answer([row(4), row(2, { isDisabled: true }), row(1), row(3, { targetUrl: "javascript:alert(1)" })]);
	expect(await Promise.all(asked)).toEqual([link(1), link(1), "disabled", null, link(4)]);
	await turn();
	expect(queries).toHaveLength(2);
});

test("the times of a link are numbers, and its other address leads as the link does", async () => {
	const { queries, find } = rig();
	const asked = find("ada", "a");
	const [startsAt, endsAt] = [new Date(1_000), new Date(2_000)];
	queries[0]?.answer([row(1, { startsAt, endsAt, afterUrl: "https://example.org" })]);
	const known = { ...link(1), startsAt: 1_000, endsAt: 2_000 };
	expect(await asked).toEqual({ ...known, after: { ...known, targetUrl: "https://example.org/" } });
});

test("a flood is asked for in parts", async () => {
	const { queries, find } = rig();
	const asked = Array.from({ length: 702 }, (_, n) => find("ada", `l${n}`));
	for (const size of [1, 500, 201]) {
		expect(queries.at(-1)?.values[1]).toHaveLength(size);
		queries.at(-1)?.answer([row(size)]);
		await turn();
	}
	expect(queries).toHaveLength(3);
	const found = await Promise.all(asked);
	expect(found.flatMap((one, n) => (one === null ? [] : [n]))).toEqual([0, 500, 701]);
});

test("a query that fails is told to all who asked, and the next is asked anew", async () => {
	const { queries, find } = rig();
	const first = find("ada", "a");
	queries[0]?.fail(new Error("away"));
	await expect(first).rejects.toThrow("away");
	await turn();
	const second = find("ada", "b");
	queries[1]?.answer([]);
	expect(await second).toBeNull();
});

describe("while a query does not answer", () => {
	test("who has given up is not asked for, and nothing is asked where all have", async () => {
		const { queries, find, pass } = rig();
		const first = find("ada", "a");
		const given = expect(find("ada", "b")).rejects.toThrow("took too long");
		pass(1);
		const patient = find("ada", "c");
		pass(1_249);
		queries[0]?.answer([]);
		expect(await first).toBeNull();
		await turn();
		expect(queries[1]?.values).toEqual([["ada"], ["c"]]);
		await given;
		const late = expect(find("ada", "d")).rejects.toThrow("took too long");
		pass(1_250);
		queries[1]?.fail(new Error("away"));
		await expect(patient).rejects.toThrow("away");
		await late;
		await turn();
		expect(queries).toHaveLength(2);
		const next = find("ada", "e");
		queries[2]?.answer([row(1)]);
		expect(await next).toEqual(link(1));
	});

	test("5,000 wait, whoever comes then is told at once, and those who have given up make room", async () => {
		const { queries, find, pass } = rig();
		const fates: string[] = [];
		const ask = (count: number) => {
			for (let n = 0; n < count; n++) {
				find("ada", `l${n}`).then(
					() => fates.push("answered"),
					(error) => fates.push(error.message),
				);
			}
			return turn();
		};
		await ask(1 + 1);
		pass(1);
		await ask(4_999);
		expect(fates).toEqual([]);
		await ask(1);
		expect(fates.splice(0)).toEqual(["Too many look-ups wait for the database"]);
		pass(1_249);
		await ask(2);
		expect(fates.sort()).toEqual(["The database took too long to answer", "Too many look-ups wait for the database"]);
		for (let answered = 0; answered < queries.length; answered++) {
			queries[answered]?.answer([]);
			await turn();
		}
		expect(queries.map(({ values }) => values[0].length)).toEqual([1, ...Array(10).fill(500)]);
	});
});
