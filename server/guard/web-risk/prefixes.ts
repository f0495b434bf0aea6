import { createHash } from "node:crypto";

/** Beginnings of SHA-256 hashes, by their size in bytes: next to each other, in order. Nearly all have four. */
export type Prefixes = ReadonlyMap<number, Buffer>;

export const SMALLEST = 4;
export const LARGEST = 32;
export const NO_PREFIXES: Prefixes = new Map();

/** Those of another thread: buffers arrive from there as plain bytes. */
export function receivedPrefixes(sent: ReadonlyMap<number, Uint8Array>): Prefixes {
	return new Map(
		[...sent].map(([size, { buffer, byteOffset, length }]) => [size, Buffer.from(buffer, byteOffset, length)]),
	);
}

/** How many there are. */
export function countOf(prefixes: Prefixes): number {
	return [...prefixes].reduce((sum, [size, bytes]) => sum + bytes.length / size, 0);
}

/** Whether one of them is a beginning of this hash. */
export function hasBeginning(prefixes: Prefixes, hash: Buffer): boolean {
	for (const [size, bytes] of prefixes) if (isAmong(bytes, size, hash)) return true;
	return false;
}

function isAmong(bytes: Buffer, size: number, hash: Buffer): boolean {
	let [from, to] = [0, bytes.length / size];
	while (from < to) {
		const middle = (from + to) >>> 1;
		const order = bytes.compare(hash, 0, size, middle * size, (middle + 1) * size);
		if (order === 0) return true;
		if (order < 0) from = middle + 1;
		else to = middle;
	}
	return false;
}

/** The SHA-256 hash of all, in order of their bytes. */
export function checksumOf(prefixes: Prefixes): Buffer {
	const all = Buffer.allocUnsafe([...prefixes.values()].reduce((sum, { length }) => sum + length, 0));
	let to = 0;
	for (const { bytes, size, at } of inOrder(prefixes)) to += bytes.copy(all, to, at, at + size);
	return createHash("sha256").update(all).digest();
}

/**
 * Without those at these places in order, and with others.
 * @throws where there is no such place
 */
export function changed(
	present: Prefixes,
	{ removed, added }: { removed: Iterable<number>; added: Iterable<[size: number, bytes: Buffer]> },
): Prefixes {
	const after = new Map([...without(present, removed)].map(([size, bytes]) => [size, [bytes]]));
	const grown = new Set<number>();
	for (const [size, bytes] of added) {
		after.set(size, [...(after.get(size) ?? []), bytes]);
		grown.add(size);
	}
	return new Map(
		[...after].map(([size, parts]) => {
			const bytes = Buffer.concat(parts);
			return [size, grown.has(size) ? sorted(bytes, size) : bytes];
		}),
	);
}

function without(present: Prefixes, removed: Iterable<number>): Prefixes {
	const isRemoved = new Uint8Array(countOf(present));
	let count = 0;
	for (const place of removed) {
		if (place < 0 || place >= isRemoved.length) throw new Error("A prefix to remove isn't there");
		isRemoved[place] = 1;
		count += 1;
	}
	if (count === 0) return present;
	const kept = new Map(
		[...present].map(([size, { length }]) => [size, { bytes: Buffer.allocUnsafe(length), length: 0 }]),
	);
	let place = 0;
	for (const { bytes, size, at } of inOrder(present)) {
		const to = kept.get(size);
		if (to && isRemoved[place] === 0) to.length += bytes.copy(to.bytes, to.length, at, at + size);
		place += 1;
	}
	return new Map([...kept].map(([size, { bytes, length }]) => [size, bytes.subarray(0, length)]));
}

type Place = { bytes: Buffer; size: number; at: number };

/** All, in order of their bytes. */
function* inOrder(prefixes: Prefixes): Generator<Readonly<Place>> {
	const heads: Place[] = [...prefixes].map(([size, bytes]) => ({ bytes, size, at: 0 }));
	for (;;) {
		let least: Place | undefined;
		for (const head of heads) {
			if (head.at < head.bytes.length && (!least || compare(head, least) < 0)) least = head;
		}
		if (!least) return;
		yield least;
		least.at += least.size;
	}
}

function compare(one: Place, other: Place): number {
	return one.bytes.compare(other.bytes, other.at, other.at + other.size, one.at, one.at + one.size);
}

function sorted(bytes: Buffer, size: number): Buffer {
	if (size === SMALLEST) {
		const numbers = Uint32Array.from({ length: bytes.length / size }, (_, n) => bytes.readUInt32BE(n * size)).sort();
		const result = Buffer.allocUnsafe(bytes.length);
		for (let n = 0; n < numbers.length; n += 1) result.writeUInt32BE(numbers[n] ?? 0, n * size);
		return result;
	}
	const each = Array.from({ length: bytes.length / size }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
	return Buffer.concat(each.sort(Buffer.compare));
}
