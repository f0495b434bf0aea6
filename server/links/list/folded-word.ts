const AS_TWO: Record<string, string> = { ß: "ss", ẞ: "ss", æ: "ae", Æ: "ae", œ: "oe", Œ: "oe" };
/** Letters that Unicode doesn't decompose. */
const WITHOUT_STROKE: Record<string, string> = { ø: "o", Ø: "o", ł: "l", Ł: "l", đ: "d", Đ: "d", ı: "i" };
/** Combining marks, which follow their letter in decomposed text. */
const MARKS = "[\u0300-\u036f]*";
const LETTERS = [
	[0xc0, 0x52f],
	[0x1e00, 0x1fff],
] as const;

const SPELLINGS = spellings();
const AS_TWO_OF = new Map<string, string>();
for (const [letter, two] of Object.entries(AS_TWO)) AS_TWO_OF.set(two, (AS_TWO_OF.get(two) ?? "") + letter);

function foldedLetter(letter: string): string {
	const known = AS_TWO[letter] ?? WITHOUT_STROKE[letter];
	if (known !== undefined) return known;
	const [base = letter, ...marks] = [...letter.normalize("NFKD")];
	return (marks.every((mark) => /^\p{M}$/u.test(mark)) ? base : letter).toLowerCase();
}

function folded(word: string): string {
	return [...word.normalize("NFC").replace(/\p{M}/gu, "")].map(foldedLetter).join("");
}

/** A word without its accents; null if other non-ASCII letters remain. */
export function asciiOf(word: string): string | null {
	const plain = folded(word);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what this asks for
	return /^[\x00-\x7f]*$/.test(plain) ? plain : null;
}

/** Matches regardless of accents and case: 'creme' and 'Crème', 'strasse' and 'Straße' find each other (P403). */
export function foldedWord(word: string): string {
	const letters = [...folded(word)];
	let pattern = "";
	for (let at = 0; at < letters.length; at += 1) {
		const pair = `${letters[at]}${letters[at + 1] ?? ""}`;
		const asOne = AS_TWO_OF.get(pair);
		if (asOne === undefined) pattern += spelled(letters[at] ?? "");
		else {
			pattern += `(?:${spelled(letters[at] ?? "")}${spelled(letters[at + 1] ?? "")}|[${asOne}])`;
			at += 1;
		}
	}
	return pattern;
}

function spelled(letter: string): string {
	const all = SPELLINGS.get(letter);
	if (all !== undefined) return `[${all}]${MARKS}`;
	const cases = [...new Set([letter, letter.toUpperCase()])].map(escaped);
	return cases.length === 1 ? cases.join("") : `(?:${cases.join("|")})`;
}

function spellings(): Map<string, string> {
	const found = new Map<string, Set<string>>();
	for (const [first, last] of LETTERS) {
		for (let code = first; code <= last; code += 1) {
			const letter = String.fromCharCode(code);
			if (!/^\p{L}$/u.test(letter) || AS_TWO[letter] !== undefined) continue;
			const base = foldedLetter(letter);
			if (base.length !== 1) continue;
			const some = found.get(base) ?? new Set([base, base.toUpperCase()].filter((each) => each.length === 1));
			found.set(base, some.add(letter));
		}
	}
	// Letters without accents only need both cases: 'q'.
	for (const letter of "abcdefghijklmnopqrstuvwxyz") {
		if (!found.has(letter)) found.set(letter, new Set([letter, letter.toUpperCase()]));
	}
	return new Map([...found].map(([base, some]) => [base, [...some].join("")]));
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
