import { expect, it } from "vitest";
import { ApiError } from "./api-client.ts";

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
