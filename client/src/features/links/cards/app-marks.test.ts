import { expect, it } from "vitest";
import { DRAWN_PLATFORMS } from "#shared/public/platforms/drawn-platforms.ts";
import { fetcherOf } from "./app-fetcher.ts";
import { APP_MARKS } from "./app-marks.ts";

it("P601: every app that is drawn has an icon, and a fetcher of its own or one that it shares", () => {
	const words = DRAWN_PLATFORMS.map(({ word }) => word);
	expect(Object.keys(APP_MARKS)).toEqual(words);
	expect(DRAWN_PLATFORMS.filter((app) => fetcherOf(app) === undefined)).toEqual([]);
	const shared = DRAWN_PLATFORMS.filter((app) => fetcherOf(app) !== app.name);
	expect(shared.map((app) => [app.name, fetcherOf(app)])).toEqual([["Messenger", "Facebook"]]);
});
