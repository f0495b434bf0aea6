import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Gauge } from "prom-client";
import { z } from "zod";
import { makeFolder } from "#server/platform/work/make-folder.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { CommandError } from "../command-error.ts";

/** In DATA_DIR: when a backup was last proven whole. */
const FILE = "backup-proof.json";
const shape = z.object({ madeAt: z.iso.datetime(), provenAt: z.iso.datetime() });
type Proof = z.infer<typeof shape>;

/**
 * Keeps the proof of the newest backup: an old one that is looked at again makes nothing newer.
 * @throws CommandError when it can't be written
 */
export async function writeProof(dataDir: string, proof: Proof): Promise<void> {
	const last = await readProof(dataDir);
	if (last && last.madeAt > proof.madeAt) return;
	await makeFolder(dataDir, 0o700);
	const file = path.join(dataDir, FILE);
	try {
		await writeFile(`${file}.new`, JSON.stringify(proof), { mode: 0o600 });
		await rename(`${file}.new`, file);
	} catch (error) {
		await rm(`${file}.new`, { force: true });
		const why = error instanceof Error ? error.message : String(error);
		throw new CommandError(`The backup is whole, but ${file} can't be written (${why}): the alert of its age stays.`);
	}
}

async function readProof(dataDir: string): Promise<Proof | null> {
	const text = await readFile(path.join(dataDir, FILE), "utf8").catch(() => "null");
	try {
		return shape.safeParse(JSON.parse(text)).data ?? null;
	} catch {
		return null;
	}
}

/** When the newest proven backup was made, for the alert about its age; 0 where this data folder knows of none. */
export function backupMetrics(dataDir: string): PartRegistry {
	const metrics = new PartRegistry("backup");
	new Gauge({
		name: "visualink_backup_proven_timestamp_seconds",
		help: "When the newest backup that was proven whole was made, in Unix time; 0: none",
		registers: [metrics],
		async collect() {
			const proof = await readProof(dataDir);
			this.set(proof === null ? 0 : Date.parse(proof.madeAt) / 1_000);
		},
	});
	return metrics;
}
