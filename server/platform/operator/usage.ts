/** Arguments after `npm run operator --` of each command with its own file. */
const USAGE = {
	backup: "backup <new folder>",
	"backup-verify": "backup-verify <folder of a backup>",
	"backup-nightly": "backup-nightly <folder of backups> [--keep 14]",
	restore: "restore <folder of a backup>",
	"images-to-s3": "images-to-s3 [--back]    (--back: from the bucket into DATA_DIR)",
	"stripe-setup": "stripe-setup",
	"views-restore": "views-restore YYYY-MM [--done]    (--done: it may be archived again)",
	withdrawals: "withdrawals [--done NUMBER]    (once it is paid back, or answered)",
} as const;

/** The usage of one command, as its error and its help print it. */
export function usageOf(command: keyof typeof USAGE): string {
	return `Usage: npm run operator -- ${USAGE[command]}`;
}
