import { USAGE as REFUND_USAGE } from "./billing/subscriptions/operator/guarantee-order.ts";
import { USAGE as ADMIN_USAGE } from "./moderation/admin/admin.ts";
import { CommandError } from "./platform/operator/command-error.ts";
import { runCommand } from "./platform/operator/run-command.ts";
import { usageOf } from "./platform/operator/usage.ts";

/** `npm run operator -- <command>` (P590): only the command's own file is loaded. */
type Command = { does: string; usage: string; run: () => Promise<unknown> };

const COMMANDS = new Map<string, Command>(
	Object.entries({
		backup: {
			does: "backs up the database, and images and views that wait on disk, into a new folder",
			usage: usageOf("backup"),
			run: () => import("./platform/operator/backup.command.ts"),
		},
		"backup-verify": {
			does: "tests a backup: compares every hash, restores it into a scratch database, and counts",
			usage: usageOf("backup-verify"),
			run: () => import("./platform/operator/backup-verify.command.ts"),
		},
		"backup-nightly": {
			does: "backs up, verifies, copies off site, and removes all but the newest backups",
			usage: usageOf("backup-nightly"),
			run: () => import("./platform/operator/backup-nightly.command.ts"),
		},
		restore: {
			does: "restores a backup into an empty database and an empty DATA_DIR",
			usage: usageOf("restore"),
			run: () => import("./platform/operator/restore.command.ts"),
		},
		"images-to-s3": {
			does: "copies images and originals that the bucket lacks from DATA_DIR, and looks for all that links show",
			usage: usageOf("images-to-s3"),
			run: () => import("./links/images/images-to-s3.command.ts"),
		},
		"stripe-setup": {
			does: "creates products, prices, promotion codes, portal and webhook at Stripe; safe to run again",
			usage: usageOf("stripe-setup"),
			run: () => import("./billing/subscriptions/operator/stripe-setup.command.ts"),
		},
		refund: {
			does: "shows what the 30-day guarantee owes, asks, refunds it and ends the subscription",
			usage: REFUND_USAGE,
			run: () => import("./billing/subscriptions/operator/guarantee.command.ts"),
		},
		withdrawals: {
			does: "lists withdrawals from contracts that wait, with the refunds to run",
			usage: usageOf("withdrawals"),
			run: () => import("./billing/subscriptions/operator/withdrawals.command.ts"),
		},
		"views-restore": {
			does: "brings an archived month of views back into the database",
			usage: usageOf("views-restore"),
			run: () => import("./public/views/archive/views-restore.command.ts"),
		},
	}),
);
const COLUMN = 38;
const HELP = [
	"Usage: npm run operator -- <command>",
	"",
	...[...COMMANDS].map(([name, { does }]) => `  ${name}`.padEnd(COLUMN) + does),
	...ADMIN_USAGE.slice(2),
	"",
	"  <command> --help                    its arguments and options",
];

const [name = "", ...args] = process.argv.slice(2);
const command = COMMANDS.get(name);
const ofAdmin = linesOf(name);
if (asksForHelp([name, ...args])) await runCommand(async () => help());
else if (ofAdmin.length > 0) await import("./moderation/admin/admin.command.ts");
else if (command) {
	// The file parses its arguments as if started directly.
	process.argv.splice(2, 1);
	await command.run();
} else await runCommand(async () => refuse());

function help(): string[] {
	if (ofAdmin.length > 0) return ["Usage: npm run operator -- <command>", "", ...ofAdmin];
	if (command) return [...command.usage.split("\n"), "", `It ${command.does}.`];
	return asksForHelp([name]) ? HELP : refuse();
}

function refuse(): never {
	const problem = name === "" ? [] : [`There is no command "${name}".`, ""];
	throw new CommandError([...problem, ...HELP].join("\n"));
}

function linesOf(word: string): string[] {
	let isAbout = false;
	return ADMIN_USAGE.slice(2).filter((line) => {
		const [, begun] = /^ {2}(\S+)/.exec(line) ?? [];
		if (begun !== undefined) isAbout = begun === word;
		return isAbout;
	});
}

function asksForHelp(words: string[]): boolean {
	return words.includes("--help") || words.includes("-h") || words[0] === "help";
}
