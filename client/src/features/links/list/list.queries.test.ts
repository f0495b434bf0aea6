import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "#client/lib/query-client.ts";
import { deletedLinksQuery } from "../links.queries.ts";
import { overviewQuery, refreshList, rowsQuery } from "./list.queries.ts";

/** Calls that wait for an answer, in order. */
let asked: { path: string; answer: (body: unknown) => void }[] = [];
let queryClient: QueryClient;

beforeEach(() => {
	asked = [];
	queryClient = createQueryClient();
	const wait = (path: string) =>
		new Promise((answer) => asked.push({ path, answer: (body) => answer(Response.json(body)) }));
	vi.stubGlobal("fetch", vi.fn(wait));
});
afterEach(() => {
	queryClient.clear();
	vi.unstubAllGlobals();
});

const found = overviewQuery({ q: "sale", sort: "newest" });
const titles = (...ids: number[]) => ({ ids, links: ids.map((id) => ({ id })) });

it.each([
	["that was asked for first", [0, 1]],
	["that comes last", [1, 0]],
])("P534: an answer from before a change is not shown, one %s", async (_, order) => {
	new QueryObserver(queryClient, found).subscribe(() => {});
	const refreshed = refreshList(queryClient);
	await expect.poll(() => asked.length).toBe(2);
	for (const at of order) asked[at]?.answer(at === 0 ? titles(1, 2) : titles(1));
	await refreshed;
	expect(queryClient.getQueryData(found.queryKey)).toEqual(titles(1));
});

it("P534: an answer that comes to no screen is asked for again by the next one", async () => {
	const leave = new QueryObserver(queryClient, deletedLinksQuery).subscribe(() => {});
	leave();
	await refreshList(queryClient);
	asked[0]?.answer([]);
	new QueryObserver(queryClient, deletedLinksQuery).subscribe(() => {});
	await expect.poll(() => asked.length).toBe(2);
	asked[1]?.answer([{ id: 3 }]);
	await expect.poll(() => queryClient.getQueryData(deletedLinksQuery.queryKey)).toEqual([{ id: 3 }]);
});

it("P534: rows of the list in view are still read", async () => {
	const rows = rowsQuery([1], "2026-11-26T00:00:00.000Z");
	new QueryObserver(queryClient, rows).subscribe(() => {});
	await refreshList(queryClient);
	asked[0]?.answer([{ id: 1 }]);
	await expect.poll(() => queryClient.getQueryData(rows.queryKey)).toEqual([{ id: 1 }]);
	expect(asked).toHaveLength(1);
});
