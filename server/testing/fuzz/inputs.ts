import fc from "fast-check";

/** Texts that have broken something somewhere. */
const NASTY = [
	"",
	"\u0000",
	"__proto__",
	"constructor",
	"toString",
	"null",
	"undefined",
	"-1",
	"1e309",
	"9".repeat(40),
	"' OR 1=1 --",
	"<script>alert(1)</script>",
	"%00",
	"%ff",
	"%",
	"../../etc/passwd",
	"\ud800",
	"🙂".repeat(40),
	"\u202e\u2028\ufeff",
	"{{7*7}}",
	"a\r\nSet-Cookie: a=b",
	"x".repeat(9000),
	"http://[::ffff:7f00:1]/",
	"javascript:alert(1)",
	"https://a:b@c/",
	"https://例え.テスト/",
];

export const nastyText = fc.oneof(
	fc.constantFrom(...NASTY),
	fc.string({ unit: "binary", maxLength: 200 }),
	fc.string({ unit: "grapheme", maxLength: 200 }),
	fc.webUrl({ withFragments: true, withQueryParameters: true }),
	fc.integer().map(String),
);

/** A path segment as it may be in a request line. */
export const nastySegment = fc.oneof(
	nastyText.map((text) => encodeURIComponent(Buffer.from(text).toString()).slice(0, 2000)),
	fc.constantFrom("%", "%ff", "%00", "%2e%2e", "..", ".", "%c0%af", "%u0041", "a%2Fb", ";", "*", "a?b=c", "a#b"),
	fc.stringMatching(/^[!-~]{1,40}$/),
);

/** `at` is a part of the length, 0 to 1. */
type Change = { at: number; kind: "flip" | "drop" | "insert" | "cut" | "repeat"; bytes: Uint8Array };

const change: fc.Arbitrary<Change> = fc.record({
	// By whole numbers: half of fast-check's fractions are smaller than 10 to the power of -150, and would only change beginnings.
	at: fc.nat(1_000_000).map((millionths) => millionths / 1_000_000),
	kind: fc.constantFrom("flip", "flip", "drop", "insert", "cut", "repeat"),
	bytes: fc.uint8Array({ minLength: 1, maxLength: 16 }),
});
export const changes = fc.array(change, { minLength: 1, maxLength: 6 });

/** Bytes with these changes made to them, one after the other. */
export function changed(original: Buffer, list: Change[]): Buffer {
	return list.reduce(withChange, original);
}

function withChange(original: Buffer, { at, kind, bytes }: Change): Buffer {
	const index = Math.floor(at * original.length);
	const [before, after] = [original.subarray(0, index), original.subarray(index)];
	const parts = {
		flip: [before, bytes, after.subarray(bytes.length)],
		drop: [before, after.subarray(bytes.length)],
		insert: [before, bytes, after],
		cut: [before],
		repeat: [original, after.subarray(0, 4096)],
	};
	return Buffer.concat(parts[kind]);
}
