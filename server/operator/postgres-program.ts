import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CommandError } from "./run-command.ts";

const run = promisify(execFile);

/**
 * Runs a client program of PostgreSQL, from PATH, on a database. Its password is not among the arguments, which
 * everybody on the machine may read.
 * @throws CommandError when the program is missing, too old, or fails, in its own words
 */
export async function runPostgres(name: "pg_dump" | "pg_restore", databaseUrl: string, args: string[]): Promise<void> {
	const { address, password } = forLibpq(databaseUrl);
	try {
		// biome-ignore lint/style/noProcessEnv: the program needs PATH, and takes its password from the environment
		await run(name, [...args, "-d", address], { env: { ...process.env, ...(password && { PGPASSWORD: password }) } });
	} catch (error) {
		throw new CommandError(sentenceAbout(name, error));
	}
}

/** The address as PostgreSQL's own library takes it: Node's knows two settings more. */
function forLibpq(databaseUrl: string): { address: string; password: string } {
	const url = new URL(databaseUrl);
	const password = decodeURIComponent(url.password);
	url.password = "";
	url.searchParams.delete("uselibpqcompat");
	if (url.searchParams.get("sslmode") === "no-verify") url.searchParams.set("sslmode", "require");
	return { address: url.href, password };
}

function sentenceAbout(name: string, error: unknown): string {
	const { code, stderr } = error as { code?: unknown; stderr?: unknown };
	if (code === "ENOENT")
		return `${name} was not found: install PostgreSQL's client programs, of the server's version or newer.`;
	const said = String(stderr ?? "").trim();
	if (/server version mismatch|unsupported version/.test(said))
		return `This ${name} is too old: install the one of the server's version or newer.\n${said}`;
	return `${name} failed: ${said || String(error)}`;
}
