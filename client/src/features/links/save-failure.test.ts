import { expect, it } from "vitest";
import { ApiError } from "#client/lib/api-client.ts";
import { saveFailure } from "./save-failure.ts";

const answer = (status: number, kind: string, message: string) =>
	new ApiError(status, JSON.stringify({ kind, message }));

it.each([
	[answer(409, "conflict", "This custom URL is already taken"), "slug"],
	[answer(403, "plan_required", "Your plan has no custom URLs"), "slug"],
	[answer(413, "too_large", "File size must be less than 5MB"), "image"],
	[answer(415, "unsupported_type", "Please select an image file"), "image"],
	[answer(400, "invalid", "Please enter a valid URL"), "targetUrl"],
	[answer(400, "invalid", "Links to this website are not allowed"), "targetUrl"],
	[answer(400, "invalid", "This image could not be read"), "image"],
	[answer(400, "invalid", "Images may be at most 16,384 pixels a side and 40 megapixels"), "image"],
	[answer(400, "invalid", "This image takes too long to open. Please save it again, or make it smaller"), "image"],
	[answer(400, "invalid", "Invalid input"), "form"],
	[answer(403, "forbidden", "Your account has been disabled. Please contact us."), "form"],
	[answer(403, "subscription_required", "You need an active subscription to access this feature"), "form"],
	[answer(403, "quota_exceeded", "This month's links are used up"), "form"],
])("%s is told at the %s", (error, place) => {
	expect(saveFailure(error)).toEqual({ place, message: error.serverMessage });
});

it.each([
	[answer(500, "internal", "Something went wrong")],
	[new ApiError(502, "Bad Gateway")],
	[new TypeError("No answer came")],
	[undefined],
])("%s is left to the toast", (error) => {
	expect(saveFailure(error)).toBeNull();
});
