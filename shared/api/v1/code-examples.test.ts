import { describe, expect, test } from "vitest";
import { z } from "zod";
import { codeExamples } from "./code-examples.ts";

const answer = { status: 200, schema: z.object({}) } as const;
const ORIGIN = "https://visualink.example";

describe("an example's code", () => {
	test("fills in the address, with what needs escaping escaped", () => {
		const example = { params: { id: 7, tag: "a b/c" }, query: { q: "x&y" } };
		const code = codeExamples({ method: "get", path: "/links/{id}/tags/{tag}", answer, example }, ORIGIN);
		for (const text of Object.values(code)) {
			expect(text).toContain('"https://visualink.example/api/v1/links/7/tags/a%20b%2Fc?q=x%26y"');
		}
	});

	test("writes a body as each language does", () => {
		const body = { title: 'It\'s "new": true, null', isArchived: true, endsAt: null, tags: ["a"] };
		const code = codeExamples({ method: "patch", path: "/links/1", answer, example: { body } }, ORIGIN);
		expect(code.curl).toContain(String.raw`"title": "It'\''s \"new\": true, null"`);
		expect(code.typescript).toContain('"isArchived": true');
		expect(code.python).toContain('"isArchived": True');
		expect(code.python).toContain('"endsAt": None');
		expect(code.python).toContain(String.raw`"title": "It's \"new\": true, null"`);
	});

	test("sends a file if there is no body, and reads no answer where there is none", () => {
		const upload = codeExamples({ method: "post", path: "/images", file: "image", answer, example: {} }, ORIGIN);
		expect(upload.curl).toContain('-F "image=@image.jpg"');
		const none = { status: 204, schema: null } as const;
		const { curl, typescript } = codeExamples(
			{ method: "delete", path: "/links/1", answer: none, example: {} },
			ORIGIN,
		);
		expect(curl).toContain('curl -X DELETE "https://');
		expect(typescript).not.toContain("console.log");
	});
});
