import { open } from "node:fs/promises";

/** A new or renamed file is only safe from a crash once its folder itself is flushed. */
export async function syncFolder(dir: string): Promise<void> {
	const folder = await open(dir, "r");
	await folder.sync().finally(() => folder.close());
}
