import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { CommandError } from "../command-error.ts";

/** What a file must be, byte by byte. */
export const fingerprint = z.strictObject({
	bytes: z.number().int().nonnegative(),
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Fingerprint = z.infer<typeof fingerprint>;

export async function fingerprintOf(file: string): Promise<Fingerprint> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(file), hash);
	return { bytes: (await stat(file)).size, sha256: hash.digest("hex") };
}

/**
 * All files below a folder, by their path in it, in order.
 * @throws CommandError for anything that is neither a file nor a folder
 */
export async function filesBelow(folder: string): Promise<string[]> {
	const found = await readdir(folder, { recursive: true, withFileTypes: true });
	const odd = found.find((entry) => !entry.isFile() && !entry.isDirectory());
	if (odd) throw new CommandError(`${path.join(odd.parentPath, odd.name)} is neither a file nor a folder.`);
	return found
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.sort();
}

/**
 * Compares the files below a folder with what they must be.
 * @param ignored files that need not be listed
 * @throws CommandError that names the first one that is missing, not listed or different
 */
export async function checkFiles(
	folder: string,
	wanted: Record<string, Fingerprint>,
	ignored: string[],
): Promise<void> {
	const found = new Set(await filesBelow(folder));
	for (const name of Object.keys(wanted)) {
		if (!found.has(name)) throw new CommandError(`The backup lacks ${name}, which its manifest lists.`);
	}
	for (const name of found) {
		if (!(name in wanted) && !ignored.includes(name))
			throw new CommandError(`The backup holds ${name}, which its manifest doesn't list.`);
	}
	for (const [name, { bytes, sha256 }] of Object.entries(wanted)) {
		const is = await fingerprintOf(path.join(folder, name));
		if (is.bytes !== bytes) {
			throw new CommandError(`${name} of the backup is damaged: it has ${is.bytes} bytes instead of ${bytes}.`);
		}
		if (is.sha256 !== sha256) throw new CommandError(`${name} of the backup is damaged: its content has another hash.`);
	}
}
