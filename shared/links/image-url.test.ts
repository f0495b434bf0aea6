import { expect, it } from "vitest";
import { parseImageUrl } from "./image-url.ts";

const OWN = ["https://visualink.example", "https://vslk.example:8443"];
const IMAGE = `/images/${"0a".repeat(32)}.jpg`;

it.each([
	[IMAGE, IMAGE],
	[`https://visualink.example${IMAGE}`, IMAGE],
	[`https://VISUALINK.example:443${IMAGE}?l=abc#top`, IMAGE],
	[`https://visualink.example.${IMAGE}`, IMAGE],
	[`https://visualink.example/x/..${IMAGE}`, IMAGE],
	[`http://visualink.example${IMAGE}`, IMAGE],
	[`https://vslk.example${IMAGE}`, IMAGE],
	[`https://user@visualink.example${IMAGE}`, null],
	["https://visualink.example/icon-512.png", "https://visualink.example/icon-512.png"],
	[`https://pics.example${IMAGE}`, `https://pics.example${IMAGE}`],
	[`https://visualink.example.evil.example${IMAGE}`, `https://visualink.example.evil.example${IMAGE}`],
	[`http://pics.example${IMAGE}`, null],
	["/images/../session-secret", null],
])("P480: the image %s is stored as %s", (text, stored) => {
	expect(parseImageUrl(text, OWN)).toBe(stored);
});
