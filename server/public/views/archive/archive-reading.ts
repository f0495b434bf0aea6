import { decodeGroups } from "./archive-file.ts";
import { type ArchivedFile, bucketOf, readArchived, readManifest } from "./archive-manifest.ts";
import type { ArchiveStore } from "./archive-store.ts";
import { ownerByte } from "./owner-byte.ts";

/** An owner's views in these months, from where the answer before ended. */
export type ReadOrder = { months: string[]; userId: string; linkIds: number[]; at: ReadAt };
type ReadAt = { month: number; file: number; group: number };
/** Views as columns, which are quick to hand to another thread; at most one group's. */
export type ReadAnswer = {
	linkIds: Int32Array<ArrayBuffer>;
	times: Float64Array<ArrayBuffer>;
	bots: Uint8Array<ArrayBuffer>;
	attributions: string[];
	/** null: that was all. */
	next: ReadAt | null;
};

export const READ_START: ReadAt = { month: 0, file: 0, group: 0 };
const NOTHING = [new Int32Array(), new Float64Array(), new Uint8Array()] as const;

export type ArchiveReader = (order: ReadOrder) => Promise<ReadAnswer>;

/** Keeps the last file in memory, which may have many groups of one owner. */
export function createArchiveReader(store: ArchiveStore): ArchiveReader {
	let last: { sha256: string; bytes: Buffer } | null = null;

	async function bytesOf(month: string, file: ArchivedFile): Promise<Buffer> {
		if (last?.sha256 !== file.sha256) last = { sha256: file.sha256, bytes: await readArchived(store, month, file) };
		return last.bytes;
	}

	return async ({ months, userId, linkIds, at }) => {
		const links = new Set(linkIds);
		for (let month = at.month, from = at; month < months.length; month++, from = READ_START) {
			const name = months[month] ?? "";
			const { buckets, files } = await readManifest(store, name);
			const bucket = ownerByte(userId) & (buckets - 1);
			for (let file = from.file, first = from.group; file < files.length; file++, first = 0) {
				const listed = files[file];
				if (!listed || bucketOf(listed) !== bucket) continue;
				for await (const group of decodeGroups(await bytesOf(name, listed), { linkIds: links, from: first })) {
					const own = group.rows.filter(([owner, linkId]) => owner === userId && links.has(linkId));
					return {
						linkIds: Int32Array.from(own, ([, linkId]) => linkId),
						times: Float64Array.from(own, ([, , time]) => time),
						bots: Uint8Array.from(own, (row) => Number(row[3])),
						attributions: own.map((row) => row[5]),
						next: { month, file, group: group.next },
					};
				}
			}
		}
		last = null;
		const [none, times, bots] = NOTHING;
		return { linkIds: none, times, bots, attributions: [], next: null };
	};
}
