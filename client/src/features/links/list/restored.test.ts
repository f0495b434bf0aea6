import { afterEach, expect, it, vi } from "vitest";
import { linksThere, restoredWords } from "./restored.ts";

afterEach(() => vi.unstubAllGlobals());

it.each([
	[{ back: 1, taken: 0, late: 0 }, "1 link restored"],
	[{ back: 1200, taken: 0, late: 0 }, "1,200 links restored"],
	[{ back: 2, taken: 1, late: 0 }, "1 link stays deleted: the short address was taken in the meantime."],
	[{ back: 0, taken: 0, late: 2 }, "2 links stay deleted: it is too late to undo."],
])("P136: %j: %s", (restored, description) => {
	expect(restoredWords(restored).description).toBe(description);
});

it("asks for links 50 at a time, and tells those that are there", async () => {
	const asked: string[] = [];
	vi.stubGlobal("fetch", async (path: string) => {
		asked.push(path);
		return Response.json([{ id: asked.length }]);
	});
	expect(await linksThere(Array.from({ length: 60 }, (_, index) => index + 1))).toEqual([1, 2]);
	expect(asked.map((path) => decodeURIComponent(path).split(",").length)).toEqual([50, 10]);
});
