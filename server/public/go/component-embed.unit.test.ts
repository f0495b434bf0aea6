import { describe, expect, it } from "vitest";
import { hardTexts } from "#server/testing/corpora/hard-texts.ts";
import { componentEmbed, EMBED_BYTES } from "./component-embed.ts";

const URL = "https://visualink.example/go/ada/summer";
const IMAGE = `https://visualink.example/images/${"a".repeat(64)}.jpg?l=${"A".repeat(24)}`;
const CARD = {
	title: "Summer",
	description: "Eleven beaches.",
	color: "#cb3419",
	canonicalUrl: URL,
	button: "Book now",
	image: IMAGE,
};

type Component = Record<string, unknown> & { type: number };
type Embed = { component: Component & { components: Component[] } };

/** The document as Discord would read it; null without one. */
function read(changes: Partial<Parameters<typeof componentEmbed>[0]> = {}): Embed | null {
	const element = componentEmbed({ ...CARD, ...changes });
	if (element === null) return null;
	const [, json] =
		/^<script id="discord:component-embed" type="application\/json">([^<]*)<\/script>$/.exec(element) ?? [];
	if (json === undefined) throw new Error(`Not one element: ${element}`);
	expect(Buffer.byteLength(json)).toBeLessThanOrEqual(EMBED_BYTES);
	return JSON.parse(json) as Embed;
}
const content = (embed: Embed | null) => String(embed?.component.components[0]?.content);

/** What Discord's page allows in the components that a card has; any other key ends the whole card. */
const KEYS: Record<number, readonly string[]> = {
	17: ["type", "accent_color", "components"],
	10: ["type", "content"],
	12: ["type", "items"],
	1: ["type", "components"],
	2: ["type", "style", "url", "label"],
};

function expectAllowed({ component, ...more }: Embed): void {
	expect(more).toEqual({});
	const all: Component[] = [];
	const walk = (each: Component) => {
		all.push(each);
		for (const child of (each.components ?? []) as Component[]) walk(child);
	};
	walk(component);
	expect(all.length).toBeLessThanOrEqual(40);
	expect(all.filter(({ type }) => type === 17)).toEqual([component]);
	for (const each of all) expect(KEYS[each.type]).toEqual(expect.arrayContaining(Object.keys(each)));
	const [button] = all.filter(({ type }) => type === 2);
	expect(button).toMatchObject({ style: 5, url: expect.stringMatching(/^https:.{1,504}$/) });
	expect(String(button?.label).length).toBeLessThanOrEqual(80);
}

describe("Discord's card with a button (P204)", () => {
	it("is a container of the texts, the picture and a button that leads to the short link", () => {
		expect(read()).toEqual({
			component: {
				type: 17,
				accent_color: 0xcb3419,
				components: [
					{ type: 10, content: `## [Summer](${URL})\nEleven beaches.` },
					{ type: 12, items: [{ media: { url: IMAGE }, description: "Summer" }] },
					{ type: 1, components: [{ type: 2, style: 5, url: URL, label: "Book now" }] },
				],
			},
		});
		const bare = read({ color: null, image: null });
		expect(bare?.component.components.map(({ type }) => type)).toEqual([10, 1]);
		expect(bare?.component).not.toHaveProperty("accent_color");
	});

	it("has nothing that Discord does not allow, whatever the texts are", () => {
		for (const texts of hardTexts(200)) {
			const embed = read({ ...texts, button: texts.title.slice(0, 80) });
			if (!embed) throw new Error(`None for ${JSON.stringify(texts)}`);
			expectAllowed(embed);
		}
	});

	it.each([
		["**bold** __line__", "\\*\\*bold\\*\\* \\_\\_line\\_\\_"],
		["||hidden|| ~~gone~~ `code`", "\\|\\|hidden\\|\\| \\~\\~gone\\~\\~ \\`code\\`"],
		["@everyone <@1> <t:1>", "\\@everyone \\<\\@1\\> \\<t:1\\>"],
		["[a](https://x.example)", "\\[a\\](https://x.example)"],
		["# one\n- two\n 3. three\n> four", "\\# one\n\\- two\n 3\\. three\n\\> four"],
		["See https://x.example/a_b_c *now*", "See https://x.example/a_b_c \\*now\\*"],
		["-# small", "\\-\\# small"],
		["back\\slash", "back\\\\slash"],
		["3.5 - 2 = 1.5 & more", "3\\.5 - 2 = 1.5 & more"],
	])("says %j as it stands", (description, escaped) => {
		expect(content(read({ description }))).toBe(`## [Summer](${URL})\n${escaped}`);
	});

	it("can't be ended by its texts", () => {
		const title = "</script><script>alert(1)</script>";
		expect(componentEmbed({ ...CARD, title })?.match(/<\/?script/g)).toHaveLength(2);
		expect(content(read({ title }))).toContain("\\</script\\>");
	});

	it("has no link around a title that looks like an address, and none that ends early", () => {
		expect(content(read({ title: "https://x.example" }))).toBe("## https://x.example\nEleven beaches.");
		expect(content(read({ canonicalUrl: `${URL}?v=(2)` }))).toContain("?v=%282%29)");
	});

	it("leaves out the alternative text, then itself, where it would be too large", () => {
		const heavy = { title: "<".repeat(60), description: "<".repeat(160), button: "<".repeat(80) };
		const image = `https://example.com/${"i".repeat(180)}`;
		expect(read({ ...heavy, image })?.component.components[1]).toEqual({
			type: 12,
			items: [{ media: { url: image } }],
		});
		expect(read({ ...heavy, image: `https://example.com/${"i".repeat(490)}` })).toBeNull();
		expect(read({ canonicalUrl: `https://visualink.example/${"v".repeat(490)}` })).toBeNull();
	});
});
