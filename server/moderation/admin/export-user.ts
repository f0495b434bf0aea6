import type pg from "pg";
import { accountData } from "#server/account/account-data.ts";
import type { Subject } from "#server/moderation/disabling/subject.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { databaseUrlOf, type Say } from "#server/platform/operator/run-command.ts";
import { createArchive } from "#server/public/views/archive/archive.ts";
import { createOwnerWalk } from "#server/public/views/archive/archived-walk.ts";
import { createViewWalk } from "#server/public/views/view-walk.ts";
import { findUser } from "./find-user.ts";

type Options = {
	config: Pick<Config, "http" | "session" | "db" | "dataDir" | "images" | "views">;
	db: Db;
	pool: pg.Pool;
	now: () => Date;
	say: Say;
};

/** Prints a user's data export (P38), line by line. @throws CommandError unless the user exists */
export async function exportUser({ config, db, pool, now, say }: Options, subject: Subject): Promise<string[]> {
	if (subject.kind !== "user")
		throw new CommandError("Only a user can be exported: admin export user <userSlug or e-mail>.");
	const user = await findUser({ db, config }, subject.slugOrEmail);
	const { retentionMonths, archiveAfterMonths: afterMonths } = config.views;
	const place = { dataDir: config.dataDir, s3: config.images.s3, databaseUrl: databaseUrlOf(config) };
	const archive = createArchive({ ...place, retentionMonths, afterMonths });
	const walkViews = createOwnerWalk({ pool, archive, walkViews: createViewWalk({ pool }) });
	const options = { db, walkViews, origins: config.http, at: now() };
	let begun = "";
	for await (const part of accountData(options, user.id)) {
		const lines = (begun + part).split("\n");
		begun = lines.pop() ?? "";
		for (const line of lines) say(line);
	}
	return [];
}
