import { expect, it } from "vitest";
import { ApiError } from "#client/lib/api-client.ts";
import { saveFailure } from "./save-failure.ts";

const SESSION_OVER = "Your session has ended. Your work is safe. Sign in again, then save once more.";
const OFFLINE = "You're offline. Your work is safe. Save again when you're back online.";
const NO_ANSWER = "Visualink could not be reached. Your work is safe. Please try again.";
const SERVER_BROKE = "Something went wrong on our end. Your work is safe. Please try again in a moment.";

/** An answer as the server writes it, whatever its sentences are. */
function answer(status: number, kind: string, fields: Record<string, string> = {}) {
	const named = Object.entries(fields).map(([field, message]) => ({ field, code: "invalid", message }));
	const message = named[0]?.message ?? "In words";
	return new ApiError(status, JSON.stringify({ kind, code: kind, message, fields: named }));
}

type Refusal = [status: number, kind: string, field: string, place: string];

it.each<Refusal>([
	[409, "conflict", "customLinkSlug", "slug"],
	[403, "plan_required", "customLinkSlug", "slug"],
	[403, "plan_required", "startsAt", "startsAt"],
	[413, "too_large", "image", "image"],
	[415, "unsupported_type", "image", "image"],
	...["imageUrl", "imageCut", "imageSource"].map((field): Refusal => [400, "invalid", field, "image"]),
	...["title", "description", "targetUrl", "endsAt", "afterUrl"].map(
		(field): Refusal => [400, "invalid", field, field],
	),
])("%i %s about %s is shown at the %s", (status, kind, field, place) => {
	const failure = saveFailure(answer(status, kind, { [field]: "Wrong" }), { isOnline: true });
	expect(failure).toMatchObject({ message: "Wrong", places: [{ place, message: "Wrong" }], others: [] });
});

it("each field shows its own error; one of a field that the form lacks is shown next to the button (P288)", () => {
	const fields = { title: "Title", imageUrl: "Image", image: "Image again", targetUrl: "Target", toString: "Other" };
	expect(saveFailure(answer(400, "invalid", fields), { isOnline: true })).toEqual({
		message: "Title",
		places: [
			{ place: "title", message: "Title" },
			{ place: "image", message: "Image" },
			{ place: "targetUrl", message: "Target" },
		],
		others: ["Other"],
	});
});

it.each([
	[answer(401, "unauthenticated"), SESSION_OVER, "sign-in"],
	[answer(403, "quota_exceeded"), "In words", "plans"],
	[answer(403, "subscription_required"), "In words", "plans"],
	[answer(403, "plan_required"), "In words", "plans"],
	[answer(409, "changed"), "In words", "compare"],
	[answer(404, "not_found"), "In words", "compare"],
])("%s has a way out", (error, message, wayOut) => {
	expect(saveFailure(error, { isOnline: true })).toEqual({ message, places: [], others: [], wayOut });
});

it.each([
	[answer(400, "invalid"), "In words"],
	[answer(403, "forbidden"), "In words"],
	[answer(429, "too_many"), "In words"],
	[answer(503, "unavailable"), "In words"],
	[answer(500, "internal"), SERVER_BROKE],
	[new ApiError(502, "<html>Bad Gateway</html>"), SERVER_BROKE],
	[new TypeError("No answer came"), NO_ANSWER],
	[undefined, NO_ANSWER],
])("%s belongs to no field", (error, message) => {
	expect(saveFailure(error, { isOnline: true })).toEqual({ message, places: [], others: [] });
});

it("says that the browser is offline", () => {
	expect(saveFailure(new TypeError("No answer came"), { isOnline: false }).message).toBe(OFFLINE);
});
