import { expect, it } from "vitest";
import { draftBody, draftOf, unsavedTargets } from "./card-draft.ts";

const saved = {
	target: "discord",
	title: "For gamers",
	description: null,
	imageUrl: null,
	imageShape: null,
	color: "#cb3419",
	buttonLabel: null,
} as const;
const cut = { section: { x: 0, y: 10, width: 630, height: 630 }, preview: new Blob() };

it("P201: what differs from what is saved is unsaved, for each app by itself", () => {
	const same = draftOf(saved);
	expect(unsavedTargets({ discord: same, whatsapp: draftOf(undefined) }, [saved])).toEqual([]);
	const changes = [
		{ title: "" },
		{ description: "New" },
		{ color: "" },
		{ buttonLabel: "Book" },
		{ imageUrl: "/a.jpg" },
		{ file: new File([], "a") },
		{ cut },
	];
	for (const change of changes) {
		expect(unsavedTargets({ discord: { ...same, ...change }, whatsapp: same }, [saved])).toEqual([
			"whatsapp",
			"discord",
		]);
	}
});

it("sends every field, without the spaces around it, and a picture only where there is one", () => {
	const body = draftBody({ ...draftOf(saved), title: " For all " });
	expect(Object.fromEntries(body)).toEqual({
		title: "For all",
		description: "",
		color: "#cb3419",
		buttonLabel: "",
		imageUrl: "",
	});
	const file = new File(["x"], "sea.png");
	expect(draftBody({ ...draftOf(undefined), file }).get("image")).toBeInstanceOf(File);
	const again = draftBody({ ...draftOf(undefined), imageUrl: "/images/a.jpg", cut });
	expect([again.get("imageUrl"), again.get("imageCut")]).toEqual(["/images/a.jpg", "0,10,630,630"]);
});
