import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { surviveTranslation } from "#client/lib/survive-translation.ts";
import { passFrames } from "./screen.tsx";
import { translatePage } from "./translator.ts";

beforeAll(surviveTranslation);

type Shown = { texts: (string | false | number)[]; hasImage?: boolean };

function Card({ texts, hasImage = false }: Shown) {
	const [first, second, third] = texts;
	return (
		<p>
			{first}
			{hasImage && <img alt="sea" />}
			{second}
			{third}
			<b>end</b>
		</p>
	);
}

it.each<[string, Shown, Shown]>([
	["an element goes before a text", { texts: ["a", "b"], hasImage: true }, { texts: ["a", "b"] }],
	["an element comes before a text", { texts: ["a", "b"] }, { texts: ["a", "b"], hasImage: true }],
	["a text goes", { texts: ["a", "b", "c"] }, { texts: ["a", false, "c"] }],
	["a text comes before a text", { texts: ["a", false, "c"] }, { texts: ["a", "b", "c"] }],
	["a text changes between two others", { texts: ["a", 1, "c"] }, { texts: ["a", 2, "c"] }],
	["every text changes", { texts: ["taken", 1, "c"], hasImage: true }, { texts: ["available", 2, "d"] }],
	["a text is emptied", { texts: ["a", "b", "c"] }, { texts: ["a", "", "c"] }],
])("shows a translated page as it is now when %s (P515)", async (_case, before, after) => {
	const [place, expected] = [document.createElement("div"), document.createElement("div")];
	document.body.append(place, expected);
	const [root, untouched] = [createRoot(place), createRoot(expected)];
	onTestFinished(() => root.unmount());
	const show = (shown: Shown) => {
		for (const each of [root, untouched]) flushSync(() => each.render(<Card {...shown} />));
	};
	const seenIn = (root: Element) => [root.textContent, root.querySelectorAll("img").length];
	show(before);
	onTestFinished(translatePage(place));
	expect(place.querySelectorAll("p > font").length).toBeGreaterThan(0);
	for (const next of [after, before, after]) {
		// Observers of mutations come first, as they do before a click.
		await passFrames(3);
		show(next);
		expect(seenIn(place)).toEqual(seenIn(expected));
	}
});
