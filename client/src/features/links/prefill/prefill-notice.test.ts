import { expect, it } from "vitest";
import { ApiError } from "#client/lib/api-client.ts";
import { isOfImage, type ReadFailure, readFailure } from "#client/lib/read-failure.ts";
import { noticeInWords, type PrefillNotice, troubleInWords, wayOutOf } from "./prefill-notice.ts";

const SITE = "coast.example";
const answer = (status: number, kind: string, message: string) =>
	new ApiError(status, JSON.stringify({ kind, message }));

it.each<[Error, string, ReadFailure["wayOut"]?]>([
	[
		answer(401, "unauthenticated", "Unauthorized"),
		"Your session has ended. Your work is safe. Sign in again, then try once more.",
		"sign-in",
	],
	[
		answer(403, "subscription_required", "You need an active subscription to access this feature"),
		"You need an active subscription to access this feature.",
		"plans",
	],
	[
		answer(422, "unreachable", "coast.example answered 500"),
		"coast.example answered 500. You can fill in the form yourself.",
	],
	[
		answer(429, "too_many", "You've read many pages in the last minute. Try again in a minute."),
		"You've read many pages in the last minute. Try again in a minute. You can fill in the form yourself.",
	],
	[
		new ApiError(502, "<html>"),
		"Something went wrong on our end. Please try again in a moment. You can fill in the form yourself.",
	],
	[
		new TypeError("Failed to fetch"),
		"Visualink could not be reached. Please try again. You can fill in the form yourself.",
	],
])("a page that could not be read: %s", (error, words, wayOut) => {
	const failure = readFailure(error, { isOnline: true });
	expect(noticeInWords({ kind: "failed", ...failure })).toBe(words);
	expect(failure.wayOut).toBe(wayOut);
});

it("a page that another website named is read after a click alone, which says so (P243)", () => {
	const notice: PrefillNotice = { kind: "asking", page: "coast.example/article" };
	expect(noticeInWords(notice)).toBe("Read coast.example/article? We fill in its title, description and image.");
	expect([troubleInWords(notice), wayOutOf(notice)]).toEqual([null, undefined]);
});

it("without a connection it is said that there is none", () => {
	const { message } = readFailure(new TypeError("Failed to fetch"), { isOnline: false });
	expect(message).toBe("You're offline. Try again when you're back online.");
});

const MISSING = { message: "We couldn't load its image." };
type FilledNotice = Extract<PrefillNotice, { kind: "filled" }>;
type Read = Partial<FilledNotice>;
const NOTHING: FilledNotice = { kind: "filled", site: SITE, filled: [], cut: [], kept: [], imageProblem: null };

it.each<[Read, string]>([
	[{ filled: ["title", "image"] }, "From coast.example: title, image."],
	[{ filled: ["title"], imageProblem: MISSING }, "From coast.example: title. We couldn't load its image."],
	[{}, "We found no title or description on coast.example. Please fill in the rest yourself."],
	[
		{ imageProblem: MISSING },
		"We found no title or description on coast.example. Please fill in the rest yourself. We couldn't load its image.",
	],
	[
		{ filled: ["description"], cut: ["description"], kept: ["title"] },
		"From coast.example: description. Shortened to fit: description. Left as you wrote it: title.",
	],
])("a page that was read: %j", (read, words) => {
	expect(noticeInWords({ ...NOTHING, ...read })).toBe(words);
});

it("a page whose image could not be copied has the way out; of what was found nothing is told as trouble", () => {
	const imageProblem = { message: "You need an active subscription", wayOut: "plans" } as const;
	expect(wayOutOf({ ...NOTHING, imageProblem })).toBe("plans");
	expect(troubleInWords({ ...NOTHING, imageProblem })).toBe("You need an active subscription.");
	expect(wayOutOf({ ...NOTHING, filled: ["title"] })).toBeUndefined();
	expect(troubleInWords({ ...NOTHING, filled: ["title"] })).toBeNull();
});

it.each<[Error, boolean]>([
	[answer(422, "unreachable", "coast.example answered 404"), true],
	[answer(400, "invalid", "This image is smaller than 300x157"), true],
	[answer(429, "too_many", "You've read many pages in the last minute. Try again in a minute."), false],
	[answer(503, "unavailable", "Pages can't be read just now. Please try again."), false],
	[new TypeError("Failed to fetch"), false],
])("after an image that could not be read, the page's next one may be tried: %s", (error, isIt) => {
	expect(isOfImage(error)).toBe(isIt);
});
