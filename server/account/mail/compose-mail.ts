import type { MailKind } from "#shared/account/mail/mail-kinds.ts";
import type { MailRow } from "#shared/account/mail/mails.table.ts";
import { ACCOUNT_MAILS } from "./account-mails.ts";
import { composeWeeklyReport } from "./compose-weekly-report.ts";
import { LINK_MAILS } from "./link-mails.ts";
import type { Composed, ComposeOptions, Writer, Writers } from "./mail-writer.ts";
import { MODERATION_MAILS } from "./moderation-mails.ts";

/** What a mail says of everything that it tells; null where nothing of it is so any longer. @param rows all of one kind */
export function composeMail(rows: Pick<MailRow, "kind" | "data">[], options: ComposeOptions): Composed {
	const [first] = rows;
	if (!first) return null;
	const told = rows.map(({ data }) => data);
	return (WRITERS[first.kind] as Writer<MailKind>)(told, options);
}

const WRITERS: Writers<MailKind> = {
	...LINK_MAILS,
	...MODERATION_MAILS,
	...ACCOUNT_MAILS,
	weekly_report: ([report], { publicOrigin }) => (report ? composeWeeklyReport(report, publicOrigin) : null),
};
