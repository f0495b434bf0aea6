import { z } from "zod";
import { changed, checksumOf, LARGEST, NO_PREFIXES, type Prefixes, SMALLEST } from "./prefixes.ts";
import { decodeRice } from "./rice.ts";

/** One of Web Risk's lists, as of `token`. */
export type ThreatList = { token: string; prefixes: Prefixes };
/** `nextAt`: when to ask again at the earliest, in Unix time in milliseconds; null: any time. */
export type ListDiff = { list: ThreatList; nextAt: number | null };

/** The list after a diff isn't what Web Risk says that it is: the next answer has to be the whole list. */
export class WrongChecksum extends Error {
	override readonly name = "WrongChecksum";
}

// Megabytes of base64: the checksum says whether they are right.
const bytes = z.string().transform((text) => Buffer.from(text, "base64"));
const numbers = z.object({
	// 64 bits are text in JSON.
	firstValue: z.coerce.number().int().min(0).max(0xffff_ffff).default(0),
	riceParameter: z.number().int().default(0),
	entryCount: z.number().int().min(0).default(0),
	encodedData: bytes.default(Buffer.alloc(0)),
});
const answer = z.object({
	responseType: z.enum(["DIFF", "RESET"]),
	additions: z
		.object({
			rawHashes: z
				.array(z.object({ prefixSize: z.number().int().min(SMALLEST).max(LARGEST), rawHashes: bytes }))
				.default([]),
			riceHashes: numbers.optional(),
		})
		.optional(),
	removals: z
		.object({
			rawIndices: z.object({ indices: z.array(z.number().int().min(0)).default([]) }).optional(),
			riceIndices: numbers.optional(),
		})
		.optional(),
	newVersionToken: z.string().default(""),
	checksum: z.object({ sha256: bytes }),
	recommendedNextDiff: z.iso.datetime({ offset: true }).optional(),
});

type Answer = z.infer<typeof answer>;

/**
 * A list after what `threatLists:computeDiff` answered.
 * @param present null: none yet
 * @throws WrongChecksum; any other error where the answer can't be read
 * @see https://cloud.google.com/web-risk/docs/local-databases
 */
export function applyDiff(present: ThreatList | null, text: string): ListDiff {
	const diff = answer.parse(JSON.parse(text));
	const isWhole = diff.responseType === "RESET";
	const removed = removalsOf(diff);
	if (isWhole && removed.length > 0) throw new Error("A whole list has removals");
	const before = isWhole || !present ? NO_PREFIXES : present.prefixes;
	const prefixes = changed(before, { removed, added: additionsOf(diff) });
	if (!checksumOf(prefixes).equals(diff.checksum.sha256)) throw new WrongChecksum("The list's checksum is another one");
	const { newVersionToken: token, recommendedNextDiff } = diff;
	return {
		list: { token, prefixes },
		nextAt: recommendedNextDiff === undefined ? null : Date.parse(recommendedNextDiff),
	};
}

function removalsOf({ removals }: Answer): number[] {
	return [...(removals?.rawIndices?.indices ?? []), ...(removals?.riceIndices ? riceOf(removals.riceIndices) : [])];
}

function additionsOf({ additions }: Answer): [number, Buffer][] {
	const added = (additions?.rawHashes ?? []).map(({ prefixSize, rawHashes }): [number, Buffer] => {
		if (rawHashes.length % prefixSize !== 0) throw new Error("Prefixes to add aren't whole");
		return [prefixSize, rawHashes];
	});
	if (additions?.riceHashes) {
		const found = riceOf(additions.riceHashes);
		const fourEach = Buffer.allocUnsafe(found.length * SMALLEST);
		// In Rice encoding the first byte of a hash is the least significant one.
		for (let n = 0; n < found.length; n += 1) fourEach.writeUInt32LE(found[n] ?? 0, n * SMALLEST);
		added.push([SMALLEST, fourEach]);
	}
	return added;
}

function riceOf({ firstValue, riceParameter, entryCount, encodedData }: z.infer<typeof numbers>): Uint32Array {
	return decodeRice({ first: firstValue, parameter: riceParameter, count: entryCount, data: encodedData });
}
