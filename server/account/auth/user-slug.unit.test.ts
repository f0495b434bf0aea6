import fc from "fast-check";
import { expect, it } from "vitest";
import { USER_NAME_MAX } from "#shared/account/auth/user-name.ts";
import { neutralUserSlug, numberedUserSlug, userSlugOf } from "./user-slug.ts";

it.each([
	// Latin
	["Ada", "ada"],
	["Zoë Ångström", "zoe-angstrom"],
	["Łukasz", "lukasz"],
	["Đặng", "dang"],
	["İbrahim", "ibrahim"],
	["Jürgen Groß", "jurgen-gross"],
	["Ægir", "aegir"],
	["Zoe\u0308", "zoe"],
	["Ａｄａ", "ada"],
	["O'Neil", "o-neil"],
	// Cyrillic, Greek, Armenian, Georgian
	["Владимир", "vladimir"],
	["Ольга", "olga"],
	["Юлія", "yuliya"],
	["Γιώργος", "giorgos"],
	["Արամ", "aram"],
	["გიორგი", "giorgi"],
	// Han, kana, Hangul
	["李", "li"],
	["李雷", "lilei"],
	["さくら", "sakura"],
	["サクラ", "sakura"],
	["민수", "minsu"],
	// Arabic, Hebrew
	["محمد", "mhmd"],
	["דוד", "dvd"],
	// Indic, Thai, Khmer, Ethiopic, Cherokee, Mongolian
	["अर्जुन", "arjun"],
	["ਗੁਰਪ੍ਰੀਤ", "gurprit"],
	["ஆனந்த்", "annt"],
	["สมชาย", "smchay"],
	["ភូមិ", "phoume"],
	["አበበ", "abebe"],
	["ᏣᎳᎩ", "tsalagi"],
	["ᠮᠣᠩᠭᠣᠯ", "monggol"],
	// Mixed, long, reserved
	["--Ada && Bob--", "ada-bob"],
	["Ada 🦊 2", "ada-2"],
	["Bartholomew-Montgomery-Wellington", "bartholomew-montgome"],
	["Nineteen characters and", "nineteen-characters"],
	["Admin", "admin-1"],
	["Админ", "admin-1"],
	["go", "go-1"],
	["Visualinkabcdefghijklm", "visualinkabcdefghi-1"],
])("the slug of %s is %s (P31)", (firstName, expected) => {
	expect(userSlugOf({ firstName })).toBe(expected);
});

it.each([...[null, "", "   ", "🦊", "👩‍👩‍👧", "☃", "___", "--", "007", "٣", "\u0301", "ー", "!?"]])(
	"a name without letters has none: %j (P31)",
	(firstName) => {
		expect(userSlugOf({ firstName })).toBeNull();
	},
);

it.each([
	...["admin", "api", "app", "go", "help", "images", "link", "links", "sandbox", "support", "visualink", "www"],
])("gives nobody the name %s", (name) => {
	expect(userSlugOf({ firstName: name })).toBe(`${name}-1`);
});

it("a neutral name is user- and five characters, and another one each time", () => {
	const names = Array.from({ length: 50 }, neutralUserSlug);
	for (const name of names) expect(name).toMatch(/^user-[2-9a-hjkmnp-z]{5}$/);
	expect(new Set(names).size).toBeGreaterThan(45);
});

it("appends the number of the try on collision, within 20 characters", () => {
	expect(numberedUserSlug("ada", 1)).toBe("ada");
	expect(numberedUserSlug("ada", 2)).toBe("ada-2");
	expect(numberedUserSlug("abcdefghijklmnopq-xy", 2)).toBe("abcdefghijklmnopq-2");
	expect(numberedUserSlug("bartholomew-montgome", 123456)).toBe("bartholomew-m-123456");
});

it("makes a slug of any name that has one", () => {
	fc.assert(
		fc.property(
			fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })),
			fc.integer({ min: 1, max: 999_999 }),
			(firstName, attempt) => {
				const slug = userSlugOf({ firstName });
				if (slug === null) return;
				expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
				expect(slug.length).toBeLessThanOrEqual(USER_NAME_MAX);
				expect(numberedUserSlug(slug, attempt)).toMatch(/^[a-z0-9-]{1,20}$/);
			},
		),
	);
});
