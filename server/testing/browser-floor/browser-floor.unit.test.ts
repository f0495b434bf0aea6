import { describe, expect, it } from "vitest";
import { compatTable, sinceWhen } from "./compat-data.ts";
import { BROWSER_FLOOR, buildTarget, floorOf, floorSentence } from "./floor.ts";
import { scriptUses } from "./script-uses.ts";
import { styleUses } from "./style-uses.ts";

const table = compatTable(floorOf(["chrome 111", "firefox 115", "safari 16.4", "ios_saf 16.4"]));
const inScript = (text: string, file = "planted.tsx") => scriptUses(file, text, table).map(({ api }) => api);
const inStyle = (text: string) => styleUses(text, table).map(({ api }) => api);

describe("a script", () => {
	it.each([
		["Promise.try(() => 1);", "Promise.try"],
		["const isAddress = URL.canParse(text);", "URL.canParse"],
		["for (const each of new Intl.Segmenter().segment(text)) show(each);", "Intl.Segmenter"],
		["const both = mine.union(yours);", "Set.prototype.union"],
		["await navigator.share({ url });", "navigator.share"],
		["document.startViewTransition(show);", "document.startViewTransition"],
		["requestIdleCallback(show);", "requestIdleCallback"],
		["const signal = AbortSignal.any([one, other]);", "AbortSignal.any"],
		['if ("canParse" in URL) { a(); } else { Promise.try(b); }', "Promise.try"],
		["const shown = <p onClick={() => Promise.try(f)}>Hello</p>;", "Promise.try"],
		['const look = "rounded has-checked:bg-ink";', ":has"],
		["const look = `p-2 group-has-[input]:p-4`;", ":has"],
	])("that says %s is refused by name: %s", (text, api) => {
		expect(inScript(text)).toEqual([api]);
	});

	it.each([
		"const url = Promise.try?.(f);",
		'const segmenter = "Segmenter" in Intl ? new Intl.Segmenter() : null;',
		"const segmenter = `Segmenter`in Intl?new Intl.Segmenter:null;",
		'if (typeof URL.canParse === "function") URL.canParse(text);',
		"if (Promise.try) Promise.try(f);",
		"const done = Promise.try && Promise.try(f);",
		"const sorted = [1].toSorted().at(-1); structuredClone(sorted);",
		'import { Segmenter } from "./segmenter.ts"; new Segmenter();',
		"const Promise = { try: (f) => f() }; Promise.try(f);",
		"type Segments = Intl.Segmenter; function cut(segments: Intl.Segmenter) {}",
		"const requestIdleCallback = 1, other = { requestIdleCallback }; other.requestIdleCallback;",
	])("that says %s is well", (text) => {
		expect(inScript(text)).toEqual([]);
	});

	it("is refused with the line", () => {
		expect(scriptUses("planted.ts", "const a = 1;\n\nPromise.try(f);", table)).toEqual([
			{ api: "Promise.try", line: 3 },
		]);
	});
});

describe("a style sheet", () => {
	it.each([
		["html:has([data-small-card]) { margin: 0 }", ":has"],
		["@media print { label:has(input), a { margin: 0 } }", ":has"],
		["@supports (display: grid) { a:has(b) { margin: 0 } }", ":has"],
		["@starting-style { a { opacity: 0 } }", "@starting-style"],
		["input:user-valid { margin: 0 }", ":user-valid"],
	])("that says %s is refused by name: %s", (text, api) => {
		expect(inStyle(text)).toEqual([api]);
	});

	it.each([
		"@supports selector(:has(*)) { a:has(b) { margin: 0 } }",
		"@supports not selector(:has(*)) { a { margin: 0 } }",
		"/* a:has(b) {} */ a::before { content: ':has(' }",
		":is(a:user-valid, b) { margin: 0 } summary::-webkit-details-marker { margin: 0 }",
		"a:focus-visible { color: color-mix(in srgb, red, blue); field-sizing: content }",
	])("that says %s is well", (text) => {
		expect(inStyle(text)).toEqual([]);
	});
});

/** What `client/public/old-browser.js` looks for. */
const PROBES = [
	"css.types.color.color-mix",
	"javascript.builtins.Array.toSorted",
	"html.elements.script.type.importmap",
];

describe("the floor", () => {
	it.each(Object.entries(BROWSER_FLOOR))(
		"of %s is the first version with all that a page looks for",
		(name, oldest) => {
			expect(Math.max(...PROBES.map((feature) => sinceWhen(feature, name)))).toBe(oldest);
		},
	);

	it("is what package.json states, for the build too", () => {
		expect(buildTarget(BROWSER_FLOOR)).toEqual(["chrome111", "edge111", "firefox115", "safari16.4", "ios16.4"]);
	});

	it("is reported in one sentence", () => {
		expect(floorSentence(floorOf(["chrome 111", "firefox 115", "ios_saf 16.4"]))).toBe(
			"Visualink needs a newer browser: Chrome 111, Firefox 115 or iOS 16.4, or later.",
		);
	});

	it.each(["> 0.5%", "opera 90", "chrome"])("takes no line such as %s", (line) => {
		expect(() => floorOf([line])).toThrow(/browserslist/);
	});
});
