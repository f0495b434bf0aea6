import { CommandError } from "../command-error.ts";
import { runProgram } from "./program.ts";

type Program = "pg_dump" | "pg_restore";

/**
 * Runs a client program of PostgreSQL, from PATH, on a database. Its password is not among the arguments, which
 * everyone on the machine may read.
 * @param input a file that the program reads from standard input
 * @throws CommandError when the program is missing, too old, or fails, in its own words
 */
export async function runPostgres(name: Program, databaseUrl: string, args: string[], input?: string): Promise<void> {
	const { address, password } = forLibpq(databaseUrl);
	const { code, errors } = await runProgram(name, [...args, "-d", address], {
		...(password && { env: { PGPASSWORD: password } }),
		input,
		notFound: "install PostgreSQL's client programs, of the server's version or newer",
	});
	if (code !== 0) throw new CommandError(sentenceAbout(name, errors.trim() || `it ended with ${code}`));
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

function sentenceAbout(name: Program, said: string): string {
	return /server version mismatch|unsupported version/.test(said)
		? `This ${name} is too old: install the one of the server's version or newer (${said.replaceAll(/\s*\n\s*/g, "; ")}).`
		: `${name} failed: ${firstError(said)}`;
}

/** One line of what it said: the error, without the statement and the table of contents around it. */
function firstError(said: string): string {
	const lines = said.split("\n");
	return lines.find((line) => /error:|ERROR:/.test(line)) ?? lines[0] ?? said;
}
