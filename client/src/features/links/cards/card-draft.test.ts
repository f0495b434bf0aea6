import { expect, it } from "vitest";
import { draftOf, draftText, unsavedTargets } from "./card-draft.ts";

const saved = {
	target: "discord",
	title: "For gamers",
	description: null,
	imageUrl: null,
	imageShape: null,
	color: "#cb3419",
	buttonLabel: null,
} as const;

it("P201: what differs from what is saved is unsaved, for each app by itself", () => {
	const same = draftOf(saved);
	expect(unsavedTargets({ discord: same, whatsapp: draftOf(undefined) }, [saved])).toEqual([]);
	const changes = [
		{ title: "" },
		{ description: "New" },
		{ color: "" },
		{ buttonLabel: "Book" },
		{ imageUrl: "/a.jpg" },
	];
	for (const change of changes) {
		expect(unsavedTargets({ discord: { ...same, ...change }, whatsapp: same }, [saved])).toEqual([
			"whatsapp",
			"discord",
		]);
	}
});

it("sends every field, without the spaces around it; nothing of its own removes the card (P345)", () => {
	const texts = { title: "For all", description: "", color: "#cb3419", buttonLabel: "", imageUrl: "" };
	expect(JSON.parse(draftText({ ...draftOf(saved), title: " For all " }))).toEqual(texts);
	const empty = draftOf(undefined);
	expect(draftText({ ...empty, title: " " })).toBe("null");
	expect(JSON.parse(draftText({ ...empty, imageUrl: "/images/a.jpg" }))).toMatchObject({ imageUrl: "/images/a.jpg" });
});
