import { parseArgs } from "node:util";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { runCommand, withDatabaseAlone } from "#server/platform/operator/run-command.ts";
import { usageOf } from "#server/platform/operator/usage.ts";
import { closeWithdrawal, linesOfOpen } from "./withdrawals.ts";

await runCommand((args) => {
	const { done } = read(args);
	return withDatabaseAlone(async ({ db, now }) =>
		done === undefined ? linesOfOpen(db) : [await closeWithdrawal(db, done, now())],
	);
});

function read(args: string[]) {
	try {
		return parseArgs({ args, options: { done: { type: "string" } } }).values;
	} catch {
		throw new CommandError(usageOf("withdrawals"));
	}
}
