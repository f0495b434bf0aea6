import { expect, test } from "vitest";
import { AppError } from "#server/http/app-error.ts";
import type { ImportedLink } from "#shared/imports/imports.table.ts";
import type { Prefill } from "#shared/links/prefill.ts";
import { createCardReader, type PageReader } from "./read-cards.ts";

const CONTENT: ImportedLink = {
	slug: "",
	targetUrl: "https://example.com/",
	title: "Given",
	description: "Given",
	imageUrl: null,
	tags: [],
	startsAt: null,
	endsAt: null,
	afterUrl: null,
	isArchived: false,
	lacks: ["title", "description", "imageUrl"],
};
const PAGE: Prefill = {
	title: "T".repeat(80),
	description: "From the page",
	pictures: ["https://example.com/a.png", "https://example.com/b.png"],
	siteName: "",
	finalUrl: "https://example.com/",
};
const row = (line: number, changes: Partial<ImportedLink> = {}) => {
	return { importId: "", line, state: "create", note: null, content: { ...CONTENT, ...changes } };
};
const reader = (changes: Partial<PageReader>) =>
	createCardReader({ read: async () => PAGE, copyPicture: async () => ({ imageUrl: "/images/x.jpg" }), ...changes });
const signal = new AbortController().signal;

test("a page fills what a row lacks, cut to fit; a complete row's page is not asked", async () => {
	const asked: string[] = [];
	const read: PageReader["read"] = async ({ url }) => {
		asked.push(url.href);
		return PAGE;
	};
	const rows = [row(2), row(4, { lacks: ["description"] }), row(3, { lacks: [], targetUrl: "https://example.org/" })];
	const cards = await reader({ read })(rows, "ada", signal);
	const card = { title: "T".repeat(60), description: "From the page", imageUrl: "/images/x.jpg" };
	const wanted = new Map<number, object>([
		[2, card],
		[3, {}],
		[4, { description: card.description }],
	]);
	expect(cards).toEqual(wanted);
	expect(asked).toEqual(["https://example.com/", "https://example.com/"]);
});

test.each<[string, Partial<PageReader>, object]>([
	["is not there", { read: () => Promise.reject(new AppError("unreachable", "away")) }, {}],
	["wants a sign-in", { read: async () => ({ ...PAGE, blocked: "login" }) }, {}],
	["says nothing", { read: async () => ({ ...PAGE, title: "", description: "", pictures: [] }) }, {}],
	[
		"has a picture that is none",
		{ copyPicture: () => Promise.reject(new AppError("invalid", "no")) },
		{ title: "T".repeat(60), description: "From the page" },
	],
])("where a page %s, the row stays as far as it is", async (_, changes, card) => {
	expect([...(await reader(changes)([row(2)], "ada", signal))]).toEqual([[2, card]]);
});

test("at most three pages are read at once, and too many asked of one host is a reason to wait", async () => {
	let now = 0;
	let most = 0;
	const read: PageReader["read"] = async () => {
		now += 1;
		most = Math.max(most, now);
		await new Promise(setImmediate);
		now -= 1;
		return PAGE;
	};
	const rows = Array.from({ length: 12 }, (_, n) => row(n));
	expect((await reader({ read })(rows, "ada", signal)).size).toBe(12);
	expect(most).toBe(3);
	const tooMany = { read: () => Promise.reject(new AppError("too_many", "slower")) };
	await expect(reader(tooMany)([row(2)], "ada", signal)).rejects.toThrow("slower");
});
