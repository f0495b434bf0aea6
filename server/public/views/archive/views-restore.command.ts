import { placeOfBackup } from "#server/platform/operator/backup/place.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { runCommand, withDatabaseAlone } from "#server/platform/operator/run-command.ts";
import { usageOf } from "#server/platform/operator/usage.ts";
import { createArchive } from "./archive.ts";

await runCommand(async (args) => {
	const [month = "", option, ...rest] = args;
	const isDone = option === "--done";
	if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) || (option && !isDone) || rest.length > 0) {
		throw new CommandError(usageOf("views-restore"));
	}
	return withDatabaseAlone(async ({ config, pool }) => {
		if (isDone) {
			const { rowCount } = await pool.query("DELETE FROM view_archives WHERE month = $1 AND restored_at IS NOT NULL", [
				month,
			]);
			if (rowCount === 0) throw new CommandError(`${month} wasn't brought back.`);
			return [`${month} is archived again with the next daily run.`];
		}
		const { retentionMonths, archiveAfterMonths: afterMonths } = config.views;
		const archive = createArchive({ ...(await placeOfBackup()), retentionMonths, afterMonths });
		const rows = await archive.restore(month);
		return [`Brought ${rows} views of ${month} back. They stay in the database until views-restore ${month} --done.`];
	});
});
