import type { Request } from "express";
import { expect, it } from "vitest";
import { z } from "zod";
import { parseBody } from "./parse.ts";

const schema = z.object({ title: z.string().min(1, "Title is required").max(5, "Title is too long") });
const read = (body: unknown) => parseBody(schema, { body } as Request);

it("what the schema knows is taken, and nothing else", () => {
	expect(read({ title: "Hello", admin: true })).toEqual({ title: "Hello" });
});

it.each([
	["no body that is read", undefined, "unsupported_type", "Send this request as JSON"],
	["a rule that is broken", { title: "" }, "invalid", "Title is required"],
	["a rule that is broken at the other end", { title: "Hello!" }, "invalid", "Title is too long"],
	["another type", { title: 5 }, "invalid", "Invalid input"],
	["no object", null, "invalid", "Invalid input"],
])("%s is told in our words", (_case, body, kind, message) => {
	expect(() => read(body)).toThrow(expect.objectContaining({ kind, message }));
});
