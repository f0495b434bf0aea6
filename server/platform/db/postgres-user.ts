import { execFileSync, spawnSync } from "node:child_process";
import { ConfigError } from "#server/platform/config/config.ts";

export type OsUser = { uid: number; gid: number };

const USERADD = ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", "postgres"];
const ATTEMPTS = 50;
const PAUSE_MS = 100;

/**
 * Finds or adds the system user `postgres`. Retries, because a concurrent process may be adding it: then the name or
 * password file is taken.
 * @throws ConfigError if it can't be added
 */
export function postgresUser(): OsUser {
	let problem = "";
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		const found = lookUp();
		if (found) return found;
		const { status, stderr, error } = spawnSync("useradd", USERADD, { encoding: "utf8" });
		if (error) throw refusal(error.message);
		problem = stderr.trim();
		if (status !== 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
	}
	throw refusal(problem);
}

function lookUp(): OsUser | null {
	const id = (option: string) => Number(execFileSync("id", [option, "postgres"], { stdio: "pipe" }).toString());
	try {
		return { uid: id("-u"), gid: id("-g") };
	} catch {
		return null;
	}
}

function refusal(problem: string): ConfigError {
	return new ConfigError(
		`The system user postgres, which the embedded database runs as, can't be added: ${problem}. Set DATABASE_URL, or start as another user than root.`,
	);
}
