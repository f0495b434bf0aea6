import { expect, it } from "vitest";
import { becomePerson, createLink } from "./person.ts";
import { openScreen, passFrames, screen, stopClock, user } from "./screen.tsx";

const copy = (title: string) => screen.getByRole("button", { name: new RegExp(`^Copy ${title}:`) });
const shown = () => screen.queryAllByRole("tooltip").map(({ textContent }) => textContent);

it("tooltips come after 700 ms, and the next one within 300 ms at once", async () => {
	await becomePerson({ plan: "starter" });
	const [first, second] = [await createLink({ title: "First" }), await createLink({ title: "Second" })];
	const addressOf = ({ shortUrl }: typeof first) => shortUrl.replace(/^http:\/\//, "");
	openScreen("/admin");
	await screen.findByRole("button", { name: /^Copy First:/ });
	const passTime = stopClock();

	await moveTo(copy("First"), 100);
	await passTime(690);
	expect(shown()).toEqual([]);
	await passTime(20);
	expect(shown()).toEqual([addressOf(first)]);

	await moveTo(document.body, 200);
	await passTime(0);
	expect(shown()).toEqual([]);
	await passTime(290);
	await moveTo(copy("Second"), 300);
	await passTime(0);
	expect(shown()).toEqual([addressOf(second)]);

	await moveTo(document.body, 400);
	await passTime(310);
	await moveTo(copy("First"), 500);
	await passTime(690);
	expect(shown()).toEqual([]);
	await passTime(20);
	expect(shown()).toEqual([addressOf(first)]);
});

/** Moves the pointer onto this as a hand does: only the second move counts as leading away from the tooltip before. */
async function moveTo(target: Element, clientX: number): Promise<void> {
	await user.pointer({ target, coords: { clientX } });
	await passFrames(2);
	await user.pointer({ target, coords: { clientX: clientX + 1 } });
}
