import path from "node:path";
import { parseArgs } from "node:util";
import { backUpNightly } from "./backup/nightly.ts";
import { placeOfBackup } from "./backup/place.ts";
import { CommandError } from "./command-error.ts";
import { runCommand } from "./run-command.ts";
import { usageOf } from "./usage.ts";

await runCommand(async (args, say) => {
	const { folder, keep } = readOrder(args);
	const { config, ...place } = await placeOfBackup();
	await backUpNightly(place, { folder, keep, isOffSite: config.backups.isOffSite, now: () => new Date(), say });
	return [];
});

function readOrder(args: string[]): { folder: string; keep: number } {
	try {
		const { positionals, values } = parseArgs({ args, options: { keep: { type: "string" } }, allowPositionals: true });
		const [folder, ...rest] = positionals;
		const keep = Number(values.keep ?? "14");
		if (folder && rest.length === 0 && Number.isInteger(keep) && keep >= 1)
			return { folder: path.resolve(folder), keep };
	} catch {
		// The usage says what is right.
	}
	throw new CommandError(usageOf("backup-nightly"));
}
