import { expect, it } from "vitest";
import { imageFileProblem } from "./image-file.ts";

const WRONG_TYPE = "Please select an image file";
const TOO_LARGE = "File size must be less than 5MB";
const FIVE_MB = 5_242_880;

it.each([
	["image/jpeg", 1, null],
	["image/png", FIVE_MB, null],
	["image/webp", 0, null],
	["image/jpeg", FIVE_MB + 1, TOO_LARGE],
	["image/gif", 1, WRONG_TYPE],
	["image/svg+xml", 1, WRONG_TYPE],
	["application/pdf", FIVE_MB + 1, WRONG_TYPE],
	["", 1, WRONG_TYPE],
])("a file of type %j with %i bytes: %s", (type, size, problem) => {
	expect(imageFileProblem({ type, size })).toBe(problem);
});
