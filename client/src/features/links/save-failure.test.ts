import { expect, it } from "vitest";
import { ApiError } from "#client/lib/api-client.ts";
import { NO_ANSWER, OFFLINE, SERVER_BROKE, SESSION_OVER, saveFailure } from "./save-failure.ts";

const answer = (status: number, kind: string, message: string) =>
	new ApiError(status, JSON.stringify({ kind, message }));

it.each([
	[answer(409, "conflict", "This custom URL is already taken"), "slug"],
	[answer(403, "plan_required", "Your plan has no custom URLs"), "slug"],
	[answer(403, "plan_required", "Start and end times need the Pro or Enterprise plan"), "form"],
	[answer(409, "changed", "This link was changed meanwhile"), "form"],
	[answer(404, "not_found", "Link not found"), "form"],
	[answer(413, "too_large", "File size must be less than 5MB"), "image"],
	[answer(415, "unsupported_type", "Please select an image file"), "image"],
	[answer(400, "invalid", "Please enter a valid URL"), "targetUrl"],
	[answer(400, "invalid", "Links to this website are not allowed"), "targetUrl"],
	[answer(400, "invalid", "Please enter a valid URL to lead to afterwards"), "afterUrl"],
	[answer(400, "invalid", "Links to this website are not allowed afterwards either"), "afterUrl"],
	[answer(400, "invalid", "This image could not be read"), "image"],
	[answer(400, "invalid", "Images may be at most 16,384 pixels a side and 40 megapixels"), "image"],
	[answer(400, "invalid", "This image takes too long to open. Please save it again, or make it smaller"), "image"],
	[answer(400, "invalid", "Invalid input"), "form"],
	[answer(403, "forbidden", "Your account has been disabled. Please contact us."), "form"],
	[answer(403, "subscription_required", "You need an active subscription to access this feature"), "form"],
	[answer(403, "quota_exceeded", "This month's links are used up"), "form"],
	[answer(503, "unavailable", "Pictures can't be kept just now"), "form"],
	[answer(429, "too_many", "Slow down"), "form"],
])("%s is told at the %s", (error, place) => {
	expect(saveFailure(error, { isOnline: true })).toMatchObject({ place, message: error.serverMessage });
});

it.each([
	[answer(401, "unauthenticated", "Unauthorized"), SESSION_OVER, "sign-in"],
	[answer(403, "quota_exceeded", "All used up"), "All used up", "plans"],
	[answer(403, "subscription_required", "You need a plan"), "You need a plan", "plans"],
	[answer(403, "plan_required", "Your plan has none"), "Your plan has none", "plans"],
	[answer(409, "changed", "This link was changed meanwhile"), "This link was changed meanwhile", "compare"],
	[answer(404, "not_found", "Link not found"), "Link not found", "compare"],
])("%s has a way out", (error, message, wayOut) => {
	expect(saveFailure(error, { isOnline: true })).toMatchObject({ message, wayOut });
});

it.each([
	[answer(500, "internal", "Something went wrong"), SERVER_BROKE],
	[new ApiError(502, "<html>Bad Gateway</html>"), SERVER_BROKE],
	[new TypeError("No answer came"), NO_ANSWER],
	[undefined, NO_ANSWER],
])("%s is said in our own words", (error, message) => {
	expect(saveFailure(error, { isOnline: true })).toEqual({ place: "form", message });
});

it("where the browser knows of no connection, it is said", () => {
	expect(saveFailure(new TypeError("No answer came"), { isOnline: false }).message).toBe(OFFLINE);
});
