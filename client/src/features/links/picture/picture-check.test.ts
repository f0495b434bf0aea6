import { expect, it } from "vitest";
import { pictureProblem } from "./picture-check.ts";

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const file = (content: string, type = "image/png") => new File([bytes(content)], "a", { type });
const PNG = "\x89PNG\r\n\x1a\n and more";
const opens = () => Promise.resolve({ width: 1600, height: 900 });

it.each([
	["PNG", PNG],
	["JPEG", "\xff\xd8\xff\xe0 and more"],
	["WebP", "RIFF\x24\n\x00\x00WEBPVP8 "],
])("a %s that opens may be sent, whatever type it claims", async (_kind, content) => {
	for (const type of ["image/png", "image/gif", "text/plain", "application/pdf", ""]) {
		expect(await pictureProblem(file(content, type), opens)).toBeNull();
	}
});

it("5 MB may be sent", async () => {
	expect(await pictureProblem(file(PNG.padEnd(5_242_880, "x")), opens)).toBeNull();
});

it.each([
	["text", file("not a picture at all"), "Please select an image file"],
	["nothing", file(""), "Please select an image file"],
	["a GIF by another name", file("GIF89a and more"), "Please select an image file"],
	["a PDF", file("%PDF-1.7 and more", "application/pdf"), "Please select an image file"],
	["an SVG", file("<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"), "Please select an image file"],
	["5 MB and a byte", file(PNG.padEnd(5_242_881, "x")), "File size must be less than 5MB"],
	["5 MB and a byte of anything", file("x".repeat(5_242_881), ""), "File size must be less than 5MB"],
])("%s is refused before anything opens it", async (_what, refused, message) => {
	const opened = () => Promise.reject(new Error("opened"));
	expect(await pictureProblem(refused, opened)).toBe(message);
});

it.each([
	["what does not open", () => Promise.reject(new Error("broken")), "This image could not be read"],
	[
		"16,385 pixels a side",
		() => Promise.resolve({ width: 16_385, height: 1 }),
		"Images may be at most 16,384 pixels a side and 40 megapixels",
	],
	[
		"more than 40 megapixels",
		() => Promise.resolve({ width: 8000, height: 5001 }),
		"Images may be at most 16,384 pixels a side and 40 megapixels",
	],
])("%s is refused", async (_what, decode, message) => {
	expect(await pictureProblem(file(PNG), decode)).toBe(message);
});
