import { createReadStream } from "node:fs";
import { readOperatorList } from "#server/platform/outbound/operator-list.ts";
import { entryOf, keyOf } from "./list-keys.ts";

/** A list's sorted keys, in memory shared between threads. */
export type ListKeys = BigUint64Array<SharedArrayBuffer>;

const BYTES_MAX = 512 * 1024 * 1024;
const FIRST_ROOM = 1_024;

/** Reads a list, one entry per line. @param place a path or address @throws if it can't be read, or is too long */
export async function readList(place: string): Promise<ListKeys> {
	const chunks = isAddress(place) ? await readOperatorList(place) : createReadStream(place);
	let keys = new BigUint64Array(FIRST_ROOM);
	let count = 0;
	let bytes = 0;
	let rest = "";
	const add = (line: string) => {
		const entry = entryOf(line);
		if (entry === null) return;
		if (count === keys.length) {
			const larger = new BigUint64Array(2 * keys.length);
			larger.set(keys);
			keys = larger;
		}
		keys[count] = keyOf(entry);
		count += 1;
	};
	const decoder = new TextDecoder();
	for await (const chunk of chunks as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		if (bytes > BYTES_MAX) throw new Error(`The list is longer than ${BYTES_MAX} bytes`);
		const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
		rest = lines.pop() ?? "";
		for (const line of lines) add(line);
	}
	add(rest);
	return shared(keys.subarray(0, count).sort());
}

/** Whether a list is at a web address rather than in a file. */
export function isAddress(place: string): boolean {
	return /^https?:\/\//.test(place);
}

/** Whether sorted keys contain this one. */
export function hasKey(keys: ListKeys, key: bigint): boolean {
	let [from, to] = [0, keys.length];
	while (from < to) {
		const middle = (from + to) >>> 1;
		if ((keys[middle] ?? 0n) < key) from = middle + 1;
		else to = middle;
	}
	return keys[from] === key;
}

function shared(sorted: BigUint64Array): ListKeys {
	let count = 0;
	for (let n = 0; n < sorted.length; n += 1) {
		if (n > 0 && sorted[n] === sorted[n - 1]) continue;
		sorted[count] = sorted[n] ?? 0n;
		count += 1;
	}
	const keys = new BigUint64Array(new SharedArrayBuffer(8 * count));
	keys.set(sorted.subarray(0, count));
	return keys;
}
