/** Numbers in ascending order, as the differences between them, Golomb-Rice encoded. */
type RiceNumbers = {
	first: number;
	/** Bits of a difference's remainder. */
	parameter: number;
	/** Differences: one less than numbers. */
	count: number;
	data: Uint8Array;
};

const LARGEST = 0xffff_ffff;
const PARAMETER = { from: 2, to: 28 };

/**
 * Each difference is its quotient in ones, a zero, and its remainder; bits begin with the least significant one of a byte.
 * @throws where it isn't whole, or a number has more than 32 bits
 * @see https://cloud.google.com/web-risk/docs/compression
 */
export function decodeRice({ first, parameter, count, data }: RiceNumbers): Uint32Array {
	if (count > 0 && (parameter < PARAMETER.from || parameter > PARAMETER.to)) throw new Error("Wrong Rice parameter");
	// Before memory is taken for them.
	if (count * (parameter + 1) > 8 * data.length) throw new Error("Rice data ends early");
	const numbers = new Uint32Array(count + 1);
	let number = first;
	let at = 0;
	const bit = () => {
		const byte = data[at >>> 3];
		if (byte === undefined) throw new Error("Rice data ends early");
		const value = (byte >>> (at & 7)) & 1;
		at += 1;
		return value;
	};
	for (let n = 0; ; n += 1) {
		if (number > LARGEST) throw new Error("A Rice number has more than 32 bits");
		numbers[n] = number;
		if (n === count) return numbers;
		let quotient = 0;
		while (bit() === 1) quotient += 1;
		let remainder = 0;
		for (let shift = 0; shift < parameter; shift += 1) remainder |= bit() << shift;
		number += quotient * 2 ** parameter + remainder;
	}
}
