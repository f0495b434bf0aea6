import { describe, expect, it } from "vitest";
import { oembedAddress, readOembed } from "./oembed.ts";

/** As the providers answer, cut to what is read and a little next to it. */
const RECORDED = {
	youtube: {
		title: "Me at the zoo",
		author_name: "jawed",
		author_url: "https://www.youtube.com/@jawed",
		type: "video",
		height: 150,
		version: "1.0",
		provider_name: "YouTube",
		thumbnail_height: 360,
		thumbnail_url: "https://i.ytimg.com/vi/jNQXAC9IVRw/hqdefault.jpg",
		html: '<iframe width="200" height="150"></iframe>',
	},
	vimeo: {
		type: "video",
		provider_name: "Vimeo",
		title: "The New Vimeo Player",
		author_name: "Vimeo Staff",
		description: "It may look (mostly) the same on the surface.\nBut under the hood.",
		thumbnail_url: "https://i.vimeocdn.com/video/452001751-d_295x166",
	},
	tiktok: {
		version: "1.0",
		type: "video",
		title: "Scramble up ur name &amp; I’ll try to guess it😍❤️ #foryoupage",
		author_name: "Scout, Suki & Stella",
		provider_name: "TikTok",
		thumbnail_url: "https://p16-sign.tiktokcdn-us.com/obj/tos-maliva-p-0068/d1.jpeg?x-expires=1",
	},
	spotify: {
		title: "Never Gonna Give You Up",
		thumbnail_url: "https://image-cdn-ak.spotifycdn.com/image/ab67616d00001e0215ebbedaacef61af244262a8",
		type: "rich",
		provider_name: "Spotify",
	},
	soundcloud: {
		version: 1,
		type: "rich",
		provider_name: "SoundCloud",
		title: "Flickermood by Forss",
		description: "From the Soulhack album",
		thumbnail_url: "https://i1.sndcdn.com/artworks-000067273316-smsiqx-t500x500.jpg",
		author_name: "Forss",
	},
};

describe("where a provider is asked", () => {
	it.each([
		["https://www.youtube.com/watch?v=jNQXAC9IVRw", "https://www.youtube.com/oembed?format=json&url="],
		["https://youtu.be/jNQXAC9IVRw?t=3", "https://www.youtube.com/oembed?format=json&url="],
		["https://m.youtube.com/shorts/abc", "https://www.youtube.com/oembed?format=json&url="],
		["https://vimeo.com/76979871", "https://vimeo.com/api/oembed.json?width=1280&url="],
		["https://player.vimeo.com/video/76979871", "https://vimeo.com/api/oembed.json?width=1280&url="],
		["https://www.tiktok.com/@scout2015/video/6718335390845095173", "https://www.tiktok.com/oembed?url="],
		["https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT", "https://open.spotify.com/oembed?url="],
		["https://soundcloud.com/forss/flickermood", "https://soundcloud.com/oembed?format=json&url="],
		["https://on.soundcloud.com/abc", "https://soundcloud.com/oembed?format=json&url="],
	])("%s", (page, endpoint) => {
		expect(oembedAddress(new URL(page))?.href).toBe(endpoint + encodeURIComponent(page));
	});

	it.each([
		"https://www.youtube.com/",
		"https://www.youtube.com/@jawed",
		"https://youtu.be/",
		"https://vimeo.com/",
		"https://www.tiktok.com/foryou",
		"https://notyoutube.com/watch?v=a",
		"https://youtube.com.evil.example/watch?v=a",
		"https://example.com/?https://vimeo.com/1",
	])("nobody is asked about %s", (page) => {
		expect(oembedAddress(new URL(page))).toBeNull();
	});
});

describe("what a provider's answer says", () => {
	const page = new URL("https://example.com/page");
	const read = (answer: unknown) => readOembed(JSON.stringify(answer), page);

	it("is title, description or who made it where, and the picture", () => {
		expect(read(RECORDED.youtube)).toEqual({
			title: "Me at the zoo",
			description: "By jawed on YouTube",
			pictures: ["https://i.ytimg.com/vi/jNQXAC9IVRw/hqdefault.jpg"],
			siteName: "YouTube",
			finalUrl: page.href,
		});
		expect(read(RECORDED.vimeo)?.description).toMatch(/^It may look \(mostly\) the same on the surface\.\s/);
		expect(read(RECORDED.tiktok)).toMatchObject({
			title: "Scramble up ur name & I’ll try to guess it😍❤️ #foryoupage",
			description: "By Scout, Suki & Stella on TikTok",
		});
		expect(read(RECORDED.spotify)).toMatchObject({ title: "Never Gonna Give You Up", description: "" });
		expect(read(RECORDED.soundcloud)).toMatchObject({ siteName: "SoundCloud", description: "From the Soulhack album" });
	});

	it("is decoded once, and has no tags", () => {
		const told = read({
			title: "Fish &amp;amp; <b>Chips</b>",
			description: "It&#39;s caf&eacute; <br>time",
			author_name: "R&amp;B",
			provider_name: "A&amp;B",
		});
		const siteName = "A&B";
		expect(told).toMatchObject({ title: "Fish &amp; Chips", description: "It's café time", siteName });
		const unsaid = read({ title: "Fish", author_name: "R&amp;B", provider_name: "A&amp;B" });
		expect(unsaid).toMatchObject({ description: "By R&B on A&B" });
	});

	it.each([
		["no JSON", "Not Found"],
		["an error", JSON.stringify({ error: "401 Unauthorized" })],
		["no title", JSON.stringify({ ...RECORDED.spotify, title: "  " })],
		["another shape", JSON.stringify([RECORDED.spotify])],
		["a title that is none", JSON.stringify({ ...RECORDED.spotify, title: { a: 1 } })],
	])("is nothing for %s", (_, text) => {
		expect(readOembed(text, page)).toBeNull();
	});

	it("has no picture that is not on the web by https", () => {
		for (const thumbnail_url of [
			"javascript:alert(1)",
			"http://example.com/a.jpg",
			"/a.jpg",
			"https://",
			null,
			undefined,
		]) {
			expect(read({ ...RECORDED.youtube, thumbnail_url })?.pictures).toEqual([]);
		}
	});
});
