import { expect, test } from "vitest";
import { findActions } from "./find-actions.ts";
import { pageActions } from "./page-actions.ts";

const ACTIONS = [
	{ label: "Edit", keywords: "change title image" },
	{ label: "Copy link", keywords: "clipboard address" },
	{ label: "Delete", keywords: "remove" },
	{ label: "New link", keywords: "create title" },
];
const found = (typed: string) => findActions(ACTIONS, typed).map(({ label }) => label);

test("actions are found by beginnings of their words, those of the label first (P438)", () => {
	expect(found(" ")).toEqual(["Edit", "Copy link", "Delete", "New link"]);
	expect(found("li")).toEqual(["Copy link", "New link"]);
	expect(found("LINK co")).toEqual(["Copy link"]);
	expect(found("title")).toEqual(["Edit", "New link"]);
	expect(found("c")).toEqual(["Copy link", "Edit", "New link"]);
});

test("letters in between find nothing: Enter on a link's name runs no action (P438)", () => {
	expect(found("dlt")).toEqual([]);
	expect(found("elete")).toEqual([]);
});

test("flagged links are found by what people call them (P553)", () => {
	const actions = pageActions({ hasCsv: false, onHelp: undefined });
	for (const typed of ["flag", "blocked", "review"]) expect(findActions(actions, typed)[0]?.id).toBe("flagged");
});
