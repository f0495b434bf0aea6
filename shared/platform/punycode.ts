// RFC 3492, 5.
const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 128];

/** Decodes a host label, for which Node and browsers have no function. @param label `xn--mnchen-3ya` */
export function labelAsWritten(label: string): string {
	if (!label.startsWith("xn--")) return label;
	const encoded = label.slice(4);
	const plain = encoded.slice(0, Math.max(0, encoded.lastIndexOf("-")));
	const digits = [...encoded.slice(plain === "" ? 0 : plain.length + 1)].map(digitOf);
	const codes = insertions(
		digits,
		[...plain].map((character) => character.charCodeAt(0)),
	);
	return codes === null || digits.length === 0 ? label : String.fromCodePoint(...codes);
}

/** RFC 3492, 6.2: each variable-length number encodes the position and code point of the next character. */
function insertions(digits: readonly number[], codes: number[]): number[] | null {
	let [code, at, bias, next] = [FIRST_CODE, 0, FIRST_BIAS, 0];
	while (next < digits.length) {
		const before = at;
		for (let weight = 1, k = BASE; ; k += BASE) {
			const digit = digits[next++];
			if (digit === undefined || digit < 0 || weight > 0x10ffff) return null;
			at += digit * weight;
			const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
			if (digit < threshold) break;
			weight *= BASE - threshold;
		}
		const length = codes.length + 1;
		bias = adapted(at - before, length, before === 0);
		code += Math.floor(at / length);
		if (code > 0x10ffff) return null;
		at %= length;
		codes.splice(at++, 0, code);
	}
	return codes;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
	let rest = Math.floor(delta / (isFirst ? DAMP : 2));
	rest += Math.floor(rest / length);
	let k = 0;
	for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
	return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function digitOf(character: string): number {
	return "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(character);
}
