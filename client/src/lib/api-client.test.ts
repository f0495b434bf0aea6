import { expect, it } from "vitest";
import { ApiError, saidBy } from "./api-client.ts";

it("an error has the server's words and its name for the request, where it says them", () => {
	const body = JSON.stringify({ kind: "internal", message: "Something went wrong", requestId: "r-1" });
	expect(new ApiError(500, body)).toMatchObject({
		message: `500: ${body}`,
		kind: "internal",
		serverMessage: "Something went wrong",
		requestId: "r-1",
	});
	expect(new ApiError(404, '{"kind":"not_found","message":"Not found"}')).toMatchObject({ requestId: null });
	expect(new ApiError(502, "Bad Gateway")).toMatchObject({ kind: null, serverMessage: "Bad Gateway", requestId: null });
});

it("only a refusal in our own shape is said in the server's words", () => {
	expect(saidBy(new ApiError(403, '{"kind":"plan_required","message":"Not in your plan"}'))).toBe("Not in your plan");
	expect(saidBy(new ApiError(500, '{"kind":"internal","message":"Something went wrong"}'))).toBeNull();
	expect(saidBy(new ApiError(413, "<html>Request Entity Too Large</html>"))).toBeNull();
	expect(saidBy(new TypeError("Failed to fetch"))).toBeNull();
});
