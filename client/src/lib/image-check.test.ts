import { expect, it } from "vitest";
import { imageProblem } from "./image-check.ts";

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const file = (content: string, type = "image/png") => new File([bytes(content)], "a", { type });
/** A HEIF of these brands, the major one first. */
const heif = ([major, ...others]: string[], after = "") =>
	file(`\0\0\0${String.fromCharCode(16 + 4 * others.length)}ftyp${major}\0\0\0\0${others.join("")}${after}`);
const PNG = "\x89PNG\r\n\x1a\n and more";
const NOT_USED = "images can't be used. Save this one as JPG, PNG or WebP and choose it again";

it.each([
	["PNG", PNG],
	["JPEG", "\xff\xd8\xff\xe0 and more"],
	["WebP", "RIFF\x24\n\x00\x00WEBPVP8 "],
])("a %s may be sent, whatever type it claims", async (_kind, content) => {
	for (const type of ["image/png", "image/gif", "text/plain", "application/pdf", ""]) {
		expect(await imageProblem(file(content, type))).toBeNull();
	}
});

it("5 MB may be sent", async () => {
	expect(await imageProblem(file(PNG.padEnd(5_242_880, "x")))).toBeNull();
});

it.each([
	["text", file("not a picture at all"), "Please select an image file"],
	["nothing", file(""), "Please select an image file"],
	["a GIF by another name", file("GIF89a and more"), `GIF ${NOT_USED}`],
	["an iPhone's photo", file("\0\0\0\x24ftypheic and more"), `HEIC ${NOT_USED}`],
	["an AVIF", file("\0\0\0\x20ftypavif and more"), `AVIF ${NOT_USED}`],
	["an AVIF that begins as any HEIF", heif(["mif1", "mif1", "miaf", "avif"]), `AVIF ${NOT_USED}`],
	["an animated one", heif(["msf1", "avis", "msf1"]), `AVIF ${NOT_USED}`],
	["one that begins with its profile", heif(["miaf", "mif1", "avif"]), `AVIF ${NOT_USED}`],
	["a HEIC that begins as any HEIF", heif(["mif1", "mif1", "heic"]), `HEIC ${NOT_USED}`],
	["a HEIC before other bytes", heif(["mif1", "heic"], "avif"), `HEIC ${NOT_USED}`],
	["a HEIF of another kind", heif(["miaf", "mif1"]), `HEIF ${NOT_USED}`],
	["a film", file("\0\0\0\x20ftypisom and more"), "Please select an image file"],
	["a PDF", file("%PDF-1.7 and more", "application/pdf"), "Please select an image file"],
	["an SVG", file("<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"), "Please select an image file"],
	["5 MB and a byte", file(PNG.padEnd(5_242_881, "x")), "File size must be less than 5MB"],
	["5 MB and a byte of anything", file("x".repeat(5_242_881), ""), "File size must be less than 5MB"],
])("%s is refused before it is sent", async (_what, refused, message) => {
	expect(await imageProblem(refused)).toBe(message);
});
