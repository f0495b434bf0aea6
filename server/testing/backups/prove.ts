import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startDebianPostgres } from "../machine/debian-postgres.ts";
import { startS3Storage } from "../machine/s3-storage.ts";
import { killRestores, rebuildFromBucket, refuseDamages } from "./proofs.ts";
import { createWorkshop } from "./workshop.ts";

/**
 * `npm run backups`: damages a backup in every way of `damages.ts`, kills restores, and rebuilds a lost machine from only a
 * bucket, with the built commands on Debian's PostgreSQL. Ends with code 1 where something is not as it should be.
 */
const dir = await mkdtemp(path.join(os.tmpdir(), "visualink-backups-"));
const database = await startDebianPostgres();
const storage = await startS3Storage("backups");
const say = (line: string) => void process.stdout.write(`${line}\n`);
try {
	const workshop = await createWorkshop({ dir, server: database.url, endpoint: storage.endpoint });
	const wrong: string[] = [];
	for (const prove of [refuseDamages, killRestores, rebuildFromBucket]) wrong.push(...(await prove(workshop, say)));
	for (const line of wrong) say(`WRONG: ${line}`);
	if (wrong.length > 0) process.exitCode = 1;
} finally {
	await storage.close();
	await database.stop();
	await rm(dir, { recursive: true, force: true });
}
