import fc from "fast-check";

/** Makes a text of about this many UTF-16 units. */
export type MakeText = (length: number) => string;

const repeated =
	(part: string, end = ""): MakeText =>
	(length) =>
		part.repeat(Math.max(1, Math.floor((length - end.length) / part.length))) + end;

/** Texts that make careless patterns and loops take time with the square of their length. */
export const WORST: Record<string, MakeText> = {
	letters: repeated("a"),
	"letters, then none": repeated("a", "!"),
	digits: repeated("1"),
	spaces: repeated(" "),
	"spaces, then a letter": repeated(" ", "x"),
	"a letter, spaces, a letter": (length) => `x${" ".repeat(length - 2)}x`,
	"spaces and letters": repeated("a "),
	"line breaks": repeated("\r\n"),
	commas: repeated(","),
	semicolons: repeated(";"),
	dots: repeated("."),
	slashes: repeated("/"),
	backslashes: repeated("\\"),
	hyphens: repeated("-"),
	quotes: repeated('"'),
	colons: repeated(":"),
	"at signs": repeated("@"),
	"percent signs": repeated("%"),
	escapes: repeated("%41"),
	"half escapes": repeated("%e2%82"),
	ampersands: repeated("&"),
	entities: repeated("&amp;"),
	"half entities": repeated("&#x"),
	pairs: repeated("a=b&"),
	"same names": repeated("a&"),
	utm: repeated("utm_source=a&"),
	brackets: repeated("["),
	braces: repeated("{"),
	parentheses: repeated("("),
	"brackets within": (length) => "[".repeat(length / 2) + "]".repeat(length / 2),
	"JSON lists within": (length) => `${"[".repeat(length / 2)}1${"]".repeat(length / 2)}`,
	"unclosed tags": repeated("<b>"),
	"less-than signs": repeated("<"),
	"unclosed attributes": repeated("<a b="),
	"unclosed comments": repeated("<!--"),
	"comments' ends": repeated("--> "),
	"closing tags": repeated("</b>"),
	emoji: repeated("🙂"),
	"joined emoji": repeated("👩‍👩‍👧‍👦"),
	"combining marks": (length) => `a${"\u0301".repeat(length - 1)}`,
	"half characters": repeated("\ud83d"),
	"nothing to see": repeated("\u200b"),
	"right to left": repeated("\u202e"),
	ligatures: repeated("\ufdfa"),
	"capital sharp s": repeated("ẞİ"),
	"control characters": repeated("\u0001"),
	labels: repeated("a."),
	IPv6: repeated("::"),
	versions: repeated("Chrome/1.1 "),
	browsers: repeated("Mozilla/5.0 (compatible; "),
	phones: repeated("(iPhone; CPU iPhone OS 1_1 like Mac OS X) "),
	androids: repeated("Android 9; SM-G960F Build/"),
	dates: repeated("2026-01-01T00:00:00"),
};

/** Repetitions of made-up pieces: what nobody thought of. Drawn from a seed, so that a failure can be repeated. */
export function madeUpTexts(count: number, seed: number): Record<string, MakeText> {
	const piece = fc.oneof(
		fc.string({ minLength: 1, maxLength: 6 }),
		fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }),
		fc.stringMatching(/^[\s/.:;,&=?%#@<>[\]{}()"'|\\-]{1,5}$/),
	);
	const texts = fc.sample(fc.tuple(piece, piece), { numRuns: count, seed });
	return Object.fromEntries(texts.map(([part, end]) => [JSON.stringify([part, end]), repeated(part, end)]));
}
