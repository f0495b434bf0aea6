import { randomBytes } from "node:crypto";
import { chownSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { ConfigError } from "#server/platform/config/config.ts";
import type { EmbeddedFiles } from "./embedded-files.ts";
import type { Hold } from "./embedded-hold.ts";
import { dropDeadLock } from "./embedded-lock.ts";
import { type AddressAt, connectAsOwner, type Owner } from "./embedded-owner.ts";

const ROLE = "visualink";

type Place = { files: EmbeddedFiles; cluster: string; hold: Hold };

/** Makes an empty cluster atomically. */
export async function createCluster({ files, cluster, hold }: Place): Promise<void> {
	const fresh = `${cluster}.new`;
	rmSync(fresh, { recursive: true, force: true });
	const password = passwordFile(files.home);
	writeFileSync(password, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
	if (files.osUser) chownSync(password, files.osUser.uid, files.osUser.gid);
	await hold.run(
		files.program("initdb"),
		["-D", fresh, "-U", ROLE, "--auth=scram-sha-256", `--pwfile=${password}`, "--encoding=UTF8", "--locale=C"],
		{ ...files.osUser, cwd: files.home },
	);
	renameSync(fresh, cluster);
}

function passwordFile(home: string): string {
	return path.join(home, "password");
}

/** The address of a server on the cluster in this folder, without a database name. */
export function addressIn(home: string): AddressAt {
	const password = readFileSync(passwordFile(home), "utf8").trim();
	return (port) => `postgres://${ROLE}:${password}@127.0.0.1:${port}`;
}

/** Starts a server on the cluster, and owns it. */
export async function startServer(at: Place & { addressAt: AddressAt; port: number }): Promise<Owner> {
	const { files, cluster, hold, addressAt, port } = at;
	dropDeadLock(cluster);
	const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200`;
	const log = path.join(files.home, "postgres.log");
	// Owned before it runs, so that a stop during its start finds it.
	hold.own(port);
	try {
		await hold.run(
			files.program("pg_ctl"),
			["start", "-D", cluster, "-w", "-t", "60", "-s", "-l", log, "-o", settings],
			{ ...files.osUser, cwd: files.home },
		);
	} catch (cause) {
		throw new ConfigError(`The embedded PostgreSQL did not start; ${log} says why.`, { cause });
	}
	const owner = await connectAsOwner(addressAt(port));
	if (!owner) throw new ConfigError(`The embedded PostgreSQL does not answer on port ${port}.`);
	return owner;
}

export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === "string") throw new ConfigError("No free port was found.");
	return address.port;
}
