import { parseArgs } from "node:util";
import type pg from "pg";
import { createDisabling, type Disabled } from "#server/moderation/disabling/disabling.ts";
import { readSubject, type Subject } from "#server/moderation/disabling/subject.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import type { Say } from "#server/platform/operator/run-command.ts";
import { isPlainLine } from "#shared/platform/plain-text.ts";
import { billingNote } from "./billing-note.ts";
import { disable, enable } from "./disable.ts";
import { exportUser } from "./export-user.ts";
import { decideFlags, type FlagsOrder, readFlagsOrder } from "./flags.ts";
import { decideReports, type ReportsOrder, readReportsOrder } from "./reports.ts";
import { show } from "./show.ts";
import { trustUser } from "./trust-user.ts";

export const USAGE = [
	"Usage: npm run operator -- <command>",
	"",
	"  disable link <userSlug>/<linkSlug>  the link answers 410",
	"  disable user <userSlug or e-mail>   all their links answer 410, and they can make no more; billing goes on",
	"  disable host <host>                 all links to it and its subdomains answer 410, and none can be made",
	"  disable domain <host>               the same for an account's own domain: it answers 404, and nobody can add it",
	'      --reason "..."                  a note for operators',
	"  enable link|user|host|domain <...>  takes it back; a user also by the e-mail address of a deleted account",
	"  list                                everything that is disabled",
	"  show link|user|host|domain <...>    whose it is, plan, figures, imports; changes nothing. A user also by log:...,",
	"                                      as the log names accounts",
	"  reports                             open reports of links, the oldest first; reports list closed: the latest decided",
	"  reports show <number>               one report: text, e-mail, owner and target",
	"  reports close <number>              nothing is wrong with the link",
	"  reports disable link|user|host <number>   disables it, and closes all open reports about it",
	"  flags                               links whose card or target is suspicious; flags list decided: the latest decided",
	"  flags show <userSlug>/<linkSlug>    one of them: card, target, owner and reasons",
	"  flags clear <userSlug>/<linkSlug>   nothing is wrong with it, nor with its owner's links to the same website for the same reasons",
	"  flags block <userSlug>/<linkSlug>   it answers 410; its owner can make no link to the same website or in the same brand's name",
	"  flags forget <userSlug or e-mail>   takes back all that was decided about a user's targets and brands",
	"  trust user <userSlug or e-mail>     lifts the limits of a new account",
	"  export user <userSlug or e-mail>    all that is kept about them, as JSON, as they can download it themselves",
];
const REASON_MAX = 500;

type Order =
	| { command: "disable" | "enable" | "show" | "export" | "trust"; subject: Subject; reason: string | undefined }
	| { command: "reports"; order: ReportsOrder; reason: string | undefined }
	| { command: "flags"; order: FlagsOrder; reason: string | undefined }
	| { command: "list" };
type AdminDeps = {
	config: Pick<Config, "http" | "session" | "db" | "dataDir" | "images" | "views">;
	db: Db;
	pool: pg.Pool;
	sessionSecret: () => Promise<string>;
	now: () => Date;
};
type LendDeps = <T>(use: (deps: AdminDeps) => Promise<T>) => Promise<T>;

/**
 * Executes the arguments of `npm run operator --`.
 * @param lendDeps opens the database; not called for invalid arguments
 * @param say prints each completed step, and each line of long output, at once
 * @returns the remaining lines to print
 * @throws CommandError
 */
export async function admin(args: string[], lendDeps: LendDeps, say: Say): Promise<string[]> {
	if (args.includes("--help") || args.includes("-h")) return USAGE;
	const order = readOrder(args);
	return lendDeps(async (deps) => {
		if (order.command === "reports") return decideReports(deps, order.order, order.reason);
		if (order.command === "flags") return decideFlags(deps, order.order, order.reason);
		if (order.command === "list") return table(await createDisabling(deps).list());
		if (order.command === "enable") return enable(deps, order.subject);
		const { subject } = order;
		if (order.command === "trust") return trustUser(deps, subject);
		if (order.command === "show") return show(deps, subject);
		if (order.command === "export") return exportUser({ ...deps, say }, subject);
		const { found, lines } = await disable(deps, subject, order.reason);
		for (const line of lines) say(line);
		return found.kind === "user" ? billingNote(deps, found.id) : [];
	});
}

function readOrder(args: string[]): Order {
	const { positionals, reason } = parse(args);
	const [command, kind, name, ...rest] = positionals;
	if (command === "reports") {
		const order = readReportsOrder(positionals.slice(1));
		if (order === null) throw new CommandError(USAGE.join("\n"));
		return { command, order, reason };
	}
	if (command === "flags") {
		const order = readFlagsOrder(positionals.slice(1));
		if (order === null) throw new CommandError(USAGE.join("\n"));
		return { command, order, reason };
	}
	if (command === "list" && kind === undefined) return { command };
	if (!isCommand(command) || kind === undefined || name === undefined || rest.length > 0)
		throw new CommandError(USAGE.join("\n"));
	return { command, subject: readSubject(kind, name), reason };
}

function isCommand(text: string | undefined): text is "disable" | "enable" | "show" | "export" | "trust" {
	return text !== undefined && ["disable", "enable", "show", "export", "trust"].includes(text);
}

function parse(args: string[]): { positionals: string[]; reason: string | undefined } {
	const options = { reason: { type: "string" } } as const;
	try {
		const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
		const reason = values.reason?.trim();
		if (reason === undefined || (reason.length <= REASON_MAX && isPlainLine(reason))) return { positionals, reason };
	} catch {
		throw new CommandError(USAGE.join("\n"));
	}
	throw new CommandError(`A reason is one line of at most ${REASON_MAX} characters.`);
}

function table(disabled: Disabled[]): string[] {
	if (disabled.length === 0) return ["Nothing is disabled."];
	const width = Math.max(...disabled.map(({ name }) => name.length));
	return disabled.map(({ name, disabledAt, reason }) =>
		`${disabledAt.toISOString()}  ${name.padEnd(width)}  ${reason ?? ""}`.trimEnd(),
	);
}
