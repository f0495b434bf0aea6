import { createInterface } from "node:readline/promises";
import { CommandError } from "./command-error.ts";
import { visibleLines } from "./visible-text.ts";

/**
 * Asks before an irreversible action.
 * @returns whether they typed "yes"
 * @throws CommandError without a terminal: scripts must pass `--yes`
 */
export async function confirm(question: string): Promise<boolean> {
	if (!process.stdin.isTTY)
		throw new CommandError("Nobody can be asked here: add --yes to do it, or --dry-run to see.");
	const lines = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return (await lines.question(`${visibleLines(question)} Type yes: `)).trim().toLowerCase() === "yes";
	} finally {
		lines.close();
	}
}
