import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { migrateDatabase } from "#server/db/migrate.ts";
import { ask } from "../machine/ask-database.ts";
import { startDebianPostgres } from "../machine/debian-postgres.ts";
import { MIGRATIONS } from "../machine/root.ts";
import { startS3Storage } from "../machine/s3-storage.ts";
import { mountDisks } from "./disks.ts";
import { IMAGE, IMAGE_URL, OTHER_PASSWORD, ROWS, requirePassword } from "./rows.ts";
import { address, PASSWORD } from "./state.ts";

export type Stage = Awaited<ReturnType<typeof createStage>>;

/** PostgreSQL with a filled database to copy, S3, and three small disks. Only root can make the disks. */
export async function createStage(dir: string) {
	const cluster = await startDebianPostgres();
	const storage = await startS3Storage("backups");
	const disks = await mountDisks(dir);
	const { url: server } = cluster;
	await fill(server, disks.at("database"));
	await fillFolder(path.join(dir, "filled"));
	let made = 0;
	return {
		dir,
		server,
		endpoint: storage.endpoint,
		disk: disks.at,
		/** @returns the name of a new database */
		async database(like: "empty" | "filled", { isOnDisk }: { isOnDisk: boolean }): Promise<string> {
			const name = `trial_${++made}`;
			const template = like === "empty" ? "template0" : "filled";
			await ask(server, `CREATE DATABASE ${name} TEMPLATE ${template} ${isOnDisk ? "TABLESPACE small" : ""}`);
			if (isOnDisk) await disks.fillUp("database");
			return name;
		},
		/** @returns a new folder with `data`, `backups` and, once there is one, a `whole` backup */
		async home({ isFirst }: { isFirst: boolean }): Promise<string> {
			const home = path.join(dir, "home");
			await mkdir(path.join(home, "data"), { recursive: true });
			await mkdir(path.join(home, "backups"));
			if (!isFirst) await cp(path.join(dir, "filled"), path.join(home, "data"), { recursive: true });
			await cp(path.join(dir, "whole"), path.join(home, "whole"), { recursive: true }).catch(() => {});
			return home;
		},
		async clear(database: string): Promise<void> {
			await rm(path.join(dir, "home"), { recursive: true });
			await disks.clear();
			await ask(server, `DROP DATABASE ${database} WITH (FORCE)`);
		},
		async stop(): Promise<void> {
			await storage.close();
			await cluster.stop();
			disks.unmount();
		},
	};
}

async function fill(server: string, disk: string): Promise<void> {
	await ask(server, "CREATE DATABASE filled TEMPLATE template0");
	const url = address(server, { name: "filled" });
	await migrateDatabase({ url, folder: MIGRATIONS });
	await ask(url, ROWS);
	await ask(server, `CREATE ROLE stranger LOGIN PASSWORD '${PASSWORD}'`);
	await ask(server, `CREATE ROLE guest LOGIN PASSWORD '${OTHER_PASSWORD}'`);
	await ask(server, `CREATE TABLESPACE small LOCATION '${disk}'`);
	await requirePassword(server, "guest");
}

async function fillFolder(data: string): Promise<void> {
	await mkdir(path.join(data, "images"), { recursive: true });
	await writeFile(path.join(data, IMAGE_URL), IMAGE);
	await writeFile(path.join(data, "session-secret"), "a secret of at least thirty-two letters");
}
