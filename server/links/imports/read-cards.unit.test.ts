import { expect, test } from "vitest";
import { AppError } from "#server/platform/http/app-error.ts";
import { IMAGE_WRONG_TYPE } from "#shared/links/images/image-file.ts";
import type { ImportedLink } from "#shared/links/imports/imports.table.ts";
import type { Prefill } from "#shared/links/prefill.ts";
import { type PageReader, readCard } from "./read-cards.ts";

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
	title: `${"T".repeat(55)}👩\u200d👩\u200d👧`,
	description: "From the page",
	pictures: ["https://example.com/a.png", "https://example.com/b.png"],
	siteName: "",
	finalUrl: "https://example.com/",
};
const MADE = "Title made from the address";
const refusal = (kind: "unreachable" | "invalid" | "too_many" | "unavailable") => () =>
	Promise.reject(new AppError(kind, "no"));

async function card(changes: Partial<ImportedLink>, answers: Partial<PageReader> = {}, note: string | null = null) {
	const asked: string[] = [];
	const prefill: PageReader = {
		async read(page) {
			asked.push(page.url.href);
			return answers.read?.(page) ?? PAGE;
		},
		async copyImage(picture) {
			asked.push(picture.url.href);
			return answers.copyImage?.(picture) ?? { imageUrl: "/images/x.jpg" };
		},
	};
	const signal = new AbortController().signal;
	const read = await readCard(prefill, { content: { ...CONTENT, ...changes }, note }, { userId: "ada", signal });
	return { asked, ...read };
}

test("a page fills what a row lacks, cut to fit, and then its picture is asked for", async () => {
	const page = await card({}, {}, `${MADE}. Some tags left out`);
	expect(page.asked).toEqual(["https://example.com/"]);
	const picture = "https://example.com/a.png";
	expect([page.content, page.note]).toEqual([
		{ ...CONTENT, title: "T".repeat(55), description: "From the page", lacks: ["imageUrl"], picture },
		"Some tags left out",
	]);
	const copied = await card({ ...page.content });
	expect(copied.asked).toEqual([picture]);
	const { picture: _, ...texts } = page.content;
	expect(copied.content).toEqual({ ...texts, imageUrl: "/images/x.jpg", lacks: [] });
	expect((await card({ lacks: ["description"] })).content).toEqual({
		...CONTENT,
		description: "From the page",
		lacks: [],
	});
});

test.each<[string, Partial<PageReader>, string | null]>([
	["is not there", { read: refusal("unreachable") }, `${MADE}. The page could not be read`],
	["wants a sign-in", { read: async () => ({ ...PAGE, blocked: "login" }) }, `${MADE}. The page could not be read`],
	["says nothing", { read: async () => ({ ...PAGE, title: "", description: "", pictures: [] }) }, MADE],
])("where a page %s, the row stays as far as it is", async (_, answers, note) => {
	expect(await card({}, answers, MADE)).toMatchObject({ content: { ...CONTENT, lacks: [] }, note });
});

test("a picture that is none is left out", async () => {
	const picture = "https://example.com/a.png";
	const { content, note } = await card({ lacks: ["imageUrl"], picture }, { copyImage: refusal("invalid") });
	expect([content, note]).toEqual([{ ...CONTENT, lacks: [] }, "The page's image could not be loaded"]);
});

test.each([
	["GIF images can't be used. Save this one as JPG", "The page's image could not be loaded: GIF images can't be used"],
	[IMAGE_WRONG_TYPE, "The page's image could not be loaded"],
])("a picture that is %s leaves this note", async (message, said) => {
	const picture = "https://example.com/a.png";
	const copyImage = () => Promise.reject(new AppError("image_wrong_type", message));
	const { content, note } = await card({ lacks: ["imageUrl"], picture }, { copyImage }, MADE);
	expect([content, note]).toEqual([{ ...CONTENT, lacks: [] }, `${MADE}. ${said}`]);
});

test("a picture beyond its owner's new images of the day is left out at once (P245)", async () => {
	const picture = "https://example.com/a.png";
	const copyImage = () => Promise.reject(new AppError("too_many", "no", { retryAfterSeconds: 40_000 }));
	const { content, note } = await card({ lacks: ["imageUrl"], picture }, { copyImage });
	expect([content, note]).toEqual([{ ...CONTENT, lacks: [] }, "The page's image could not be loaded"]);
});

test.each([
	["a page", { read: refusal("too_many") }, {}],
	["a picture", { copyImage: refusal("unavailable") }, { picture: "https://example.com/a.png" }],
])("%s that was too much to ask just now is to be asked again", async (_, answers, changes) => {
	await expect(card(changes, answers)).rejects.toThrow("no");
});
