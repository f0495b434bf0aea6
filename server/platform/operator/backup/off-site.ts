import path from "node:path";
import { z } from "zod";
import { CommandError } from "../command-error.ts";
import { runProgram } from "./program.ts";

/** Our snapshots in a repository, which may have others. */
const OURS = ["--tag", "visualink"];
/** Next to the nights, so that it lasts from one to the next, also in a container. */
const CACHE = ".restic-cache";
const summary = z.object({ data_added: z.number() });

/**
 * Copies a backup into the repository that RESTIC_REPOSITORY names, encrypted and each content once, checks the
 * repository, and only then removes all but the newest copies (docs/decisions/0107).
 * @returns how many bytes the repository did not have
 * @throws CommandError when restic is missing or fails, in its own words
 */
export async function copyOffSite(folder: string, keep: number): Promise<{ added: number }> {
	const restic = (...args: string[]) => runRestic(folder, args);
	// Locks of processes that were killed; a live one's stay, and refuse what follows.
	await restic("unlock");
	const copied = await restic("backup", ".", ...OURS, "--json", "--quiet");
	await restic("check");
	await restic("forget", ...OURS, "--group-by", "", "--keep-last", String(keep), "--prune");
	return { added: summary.parse(JSON.parse(copied)).data_added };
}

async function runRestic(folder: string, args: string[]): Promise<string> {
	const cache = path.join(path.dirname(folder), CACHE);
	const { code, output, errors } = await runProgram("restic", [...args, "--cache-dir", cache], {
		cwd: folder,
		notFound: "install it, or unset RESTIC_REPOSITORY to keep backups on this machine alone",
	});
	if (code === 0) return output;
	throw new CommandError(`restic ${args[0]} failed: ${reasonIn(errors) || `it ended with ${code}`}`);
}

/** The error in one line, without progress and advice. */
function reasonIn(errors: string): string {
	const lines = errors.split("\n").map((line) => line.trim());
	return (lines.find((line) => /^(Fatal|error):/i.test(line)) ?? lines.find(Boolean) ?? "").replace(/^Fatal: /, "");
}
