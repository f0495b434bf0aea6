import { execFileSync } from "node:child_process";
import { chown, mkdir, readdir, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";

/** A database that holds only PostgreSQL's own tables takes 7.5 MB. */
const SIZES = { small: "128k", full: "64k", database: "16m" };
const FILLING = "filling";
/** What a filled disk has left: room for some tables, in bytes. */
const LEFT = 256 * 1024;
export type Disk = keyof typeof SIZES;

/** Disks in memory: a small one, a full one, and one of PostgreSQL's user. */
export async function mountDisks(dir: string) {
	const names = Object.keys(SIZES) as Disk[];
	const at = (name: Disk) => path.join(dir, `disk-${name}`);
	for (const name of names) {
		await mkdir(at(name));
		execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZES[name]}`, "tmpfs", at(name)]);
	}
	await writeFile(path.join(at("full"), FILLING), Buffer.alloc(64 * 1024));
	const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"]).toString());
	await chown(at("database"), idOf("-u"), idOf("-g"));
	return {
		at,
		/** Once PostgreSQL's own tables are there. */
		async fillUp(disk: Disk): Promise<void> {
			const { bavail, bsize } = await statfs(at(disk));
			await writeFile(path.join(at(disk), FILLING), Buffer.alloc(Math.max(0, bavail * bsize - LEFT)));
		},
		/** What a command left; PostgreSQL removes its own. */
		async clear(): Promise<void> {
			await rm(path.join(at("database"), FILLING), { force: true });
			for (const disk of [at("small"), at("full")])
				for (const name of await readdir(disk))
					if (name !== FILLING) await rm(path.join(disk, name), { recursive: true });
		},
		unmount(): void {
			for (const name of names) execFileSync("umount", ["--lazy", at(name)]);
		},
	};
}
