/** Fragments that break what escapes too little, too much, or twice. */
const FRAGMENTS = [
	`"double" and 'single' quotes`,
	"Tom &amp; Jerry & friends",
	"&lt;b&gt; is not <b>",
	"</title><h1>out</h1>",
	`"><meta property="og:title" content="no`,
	"emoji 👩‍👩‍👧‍👦 🇵🇹 ✨",
	"עברית then English",
	"مرحبا بالعالم 123",
	"line\u2028separator\u2029end",
	"zero\u200bwidth\u200djoiners",
	"日本語の題名です",
	"100 % & counting; a=b?c=d#e",
	"<!-- comment --> ]]>",
	"back\\slash and `tick`",
	"{{mustache}} $dollar$ <%= erb %>",
	"&#39;&#x27;&quot;&nbsp;",
	"naïve café – “smart” ‘quotes’…",
	"\u202Eright to left override\u202C",
	"a\u0301 combining and ﷽",
	"𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝕞𝕒𝕥𝕙",
];

/** Distinct pairs of a title and a description, within the form's limits in length. */
export function hardTexts(count: number): { title: string; description: string }[] {
	return Array.from({ length: count }, (_, n) => {
		const at = (step: number) => FRAGMENTS[(n + step) % FRAGMENTS.length] ?? "";
		const turn = Math.floor(n / FRAGMENTS.length);
		const title = cut(`${n} ${at(0)} ${turn > 0 ? at(turn) : ""}`, 60);
		return { title, description: cut(`${at(turn + 1)} / ${at(turn + 3)} / ${at(turn + 7)} ${n}`, 160) };
	});
}

/** By whole characters, and without the spaces at the ends that every reader drops. */
function cut(text: string, length: number): string {
	let result = "";
	for (const character of text) {
		if (result.length + character.length > length) break;
		result += character;
	}
	return result.trim();
}
