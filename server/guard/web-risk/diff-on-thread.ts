import { once } from "node:events";
import { startThread } from "#server/work/thread.ts";
import { type ListDiff, type ThreatList, WrongChecksum } from "./list-diff.ts";
import { receivedPrefixes } from "./prefixes.ts";

/** Of megabytes as text. */
const MEMORY_MB = 192;

/** `applyDiff` on a thread: a whole list has a million entries. @throws as that */
export async function applyOnThread(present: ThreatList | null, answer: Buffer): Promise<ListDiff> {
	const data = { present, answer };
	const thread = startThread(import.meta.filename, "list-diff.thread", { data, memoryMb: MEMORY_MB });
	try {
		const [{ diff, wrongChecksum }] = await once(thread, "message");
		if (wrongChecksum) throw new WrongChecksum(wrongChecksum);
		return { ...diff, list: { ...diff.list, prefixes: receivedPrefixes(diff.list.prefixes) } };
	} finally {
		await thread.terminate();
	}
}
