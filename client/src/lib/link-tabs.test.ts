import { expect, it } from "vitest";
import { linkTabOf, pageOf } from "./link-tabs.ts";
import { paths } from "./paths.ts";

it("tabs of one link are one page; other links and screens are others (P346)", () => {
	const all = [paths.editLink("a"), paths.linkPreviews("a"), paths.linkStats("a")];
	expect(all.map((path) => linkTabOf(path)?.tab)).toEqual(["edit", "previews", "stats"]);
	expect(new Set(all.map(pageOf)).size).toBe(1);
	const others = [paths.editLink("b"), paths.newLink, paths.dashboard, "/admin/link/edit", "/admin/link/edit/a/b"];
	expect(new Set([...others, paths.editLink("a")].map(pageOf)).size).toBe(6);
	expect(linkTabOf(paths.newLink)).toBeNull();
});
