import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { formatTime } from "#client/features/links/list/schedule-note.tsx";
import type { LinkView } from "#shared/links/link.ts";
import { expectSaved, fillRequired, openNewLink, submit } from "./link-form.ts";
import { browser } from "./network.ts";
import { expectNoise } from "./noise.ts";
import { becomePerson } from "./person.ts";
import { expectFocus, expectToast, expectValue, field, fill, messagesOf, screen, user, waitFor } from "./screen.tsx";

const ownZone = process.env.TZ;
beforeEach(() => {
	process.env.TZ = "America/New_York";
});
afterEach(() => {
	if (ownZone === undefined) delete process.env.TZ;
	else process.env.TZ = ownZone;
});

const opens = () => field(/^Opens/);
const ends = () => field(/^Ends/);
const after = () => field(/^Then redirect to/);
const toggle = () => user.click(screen.getByText("Campaign, start and end"));
const section = () => ends().closest("details");
const links = async () => (await (await browser().get("/api/links")).json()) as LinkView[];

it("a person sets a link's times in the own time zone, keeps them, and removes them (P187)", async () => {
	await becomePerson({ plan: "pro" });
	await openNewLink();
	fillRequired();
	await toggle();
	fill(opens(), "2031-01-01T00:15");
	fill(ends(), "2031-01-01T00:15");
	fill(after(), "https://example.org/next");
	expect(screen.getAllByText("Time zone: America/New_York").length).toBeGreaterThan(0);
	await submit();
	await screen.findByText("The end must be after the start");
	await expectFocus(ends);
	// Corrected, it stays open, and is judged again whichever of the two fields the person changes.
	fill(opens(), "2031-01-01T00:14");
	await waitFor(() => expect(screen.queryByText("The end must be after the start")).toBeNull());
	expect([section()?.open, document.activeElement]).toEqual([true, opens()]);
	fill(ends(), "");
	await screen.findByText("Set an end time first");
	// Closed by hand over a mistake, it opens for it.
	await toggle();
	await waitFor(() => expect(section()?.open).toBe(false));
	await submit();
	await expectFocus(ends);
	expect(section()?.open).toBe(true);
	fill(opens(), "2031-01-01T00:15");
	fill(ends(), "2031-01-02T00:15");
	await expectFocus(ends);
	await submit();
	await expectSaved();
	const [made] = await links();
	expect(made).toMatchObject({
		startsAt: "2031-01-01T05:15:00.000Z",
		endsAt: "2031-01-02T05:15:00.000Z",
		afterUrl: "https://example.org/next",
	});
	await screen.findByText(`Opens ${formatTime("2031-01-01T05:15:00.000Z")}`);
	expect(await (await browser().get(made?.shortUrl ?? "")).text()).toContain(
		"This link opens on January 1, 2031 at 5:15:00 AM UTC.",
	);

	await user.click(screen.getByRole("link", { name: "Edit Summer in the Algarve" }));
	await screen.findByRole("button", { name: "Update Link" });
	await expectValue(opens, "2031-01-01T00:15");
	for (const find of [opens, ends, after]) fill(find(), "");
	await user.click(screen.getByRole("button", { name: "Update Link" }));
	await expectToast("Success!", "Link updated successfully");
	const [kept] = await links();
	expect(Object.keys(kept ?? {})).not.toContain("startsAt");
});

it("a person reads a link's times in the own time zone", async () => {
	// A formatter keeps the zone that it was made in, and other tests have made that of the list.
	const fresh = "../src/features/links/list/schedule-note.tsx?new-york";
	const own = (await import(
		/* @vite-ignore */ fresh
	)) as typeof import("#client/features/links/list/schedule-note.tsx");
	expect(own.formatTime("2031-01-01T05:15:00.000Z")).toBe("Jan 1, 2031, 12:15 AM");
});

it("on a smaller plan the times are locked, with the way to upgrade", async () => {
	await becomePerson({ plan: "basic" });
	await openNewLink();
	await toggle();
	expect(opens().disabled).toBe(true);
	const upgrade = section()?.querySelector("a");
	expect([upgrade?.textContent, upgrade?.getAttribute("href")]).toEqual(["Upgrade to use this feature", "/pricing"]);
});

it("an address for afterwards that only the server knows to be wrong is explained at its field (P135)", async () => {
	expectNoise(/could not be created/);
	await becomePerson({ plan: "pro" });
	await openNewLink();
	fillRequired();
	await toggle();
	fill(ends(), "2031-01-02T00:15");
	fill(after(), "http://localhost/");
	const refusal = "Please enter a valid URL to redirect to. It leads to our own website.";
	const shownInView = vi.spyOn(Element.prototype, "scrollIntoView");
	// The section is closed each time, the second time over its mistake.
	for (const _time of ["first", "second"]) {
		await toggle();
		await waitFor(() => expect(section()?.open).toBe(false));
		shownInView.mockClear();
		await submit();
		await expectFocus(after);
		expect(section()?.open).toBe(true);
		expect(shownInView.mock.contexts).toEqual([after()]);
		expect(after().getAttribute("aria-invalid")).toBe("true");
		expect(messagesOf(after())).toContain(refusal);
		expect(screen.getByRole("group", { name: "Why it was not saved" }).textContent).toBe(
			`Then redirect to: ${refusal}`,
		);
		(document.activeElement as HTMLElement).blur();
	}
	shownInView.mockRestore();
	fill(after(), "https://example.org/next");
	await waitFor(() => expect(after().getAttribute("aria-invalid")).not.toBe("true"));
	await submit();
	await expectSaved();
});
