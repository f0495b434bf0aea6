import { parseArgs } from "node:util";
import type { Db } from "#server/db/connect.ts";
import { CommandError } from "#server/operator/command-error.ts";
import { isPlainLine } from "#shared/plain-text.ts";
import { billingNote } from "./billing-note.ts";
import { createDisabling, type Disabled } from "./disabling.ts";
import { readSubject, type Subject } from "./subject.ts";

const USAGE = [
	"Usage: npm run admin -- <command>",
	"",
	"  disable link <userSlug>/<linkSlug>  the link answers 410",
	"  disable user <userSlug or e-mail>   all their links answer 410, and they can make no more; billing goes on",
	"  disable host <host>                 all links to it and its subdomains answer 410, and none can be made",
	'      --reason "..."                  a note for operators',
	"  enable link|user|host <...>         takes it back",
	"  list                                everything that is disabled",
].join("\n");
const REASON_MAX = 500;

type Order = { command: "disable" | "enable"; subject: Subject; reason: string | undefined } | { command: "list" };
type LendDeps = <T>(use: (deps: { db: Db; now: () => Date }) => Promise<T>) => Promise<T>;

/**
 * Does what an operator typed after `npm run admin --`.
 * @param lendDeps opens the database; not called for what is written wrong
 * @returns the lines to print
 * @throws CommandError
 */
export async function admin(args: string[], lendDeps: LendDeps): Promise<string[]> {
	if (args.includes("--help") || args.includes("-h")) return [USAGE];
	const order = readOrder(args);
	return lendDeps(async (deps) => {
		const disabling = createDisabling(deps);
		if (order.command === "list") return table(await disabling.list());
		if (order.command === "enable") return [await disabling.enable(order.subject)];
		const { subject } = order;
		const done = await disabling.disable(subject, order.reason);
		return [done, ...(subject.kind === "user" ? await billingNote(deps, subject.slugOrEmail) : [])];
	});
}

function readOrder(args: string[]): Order {
	const { positionals, reason } = parse(args);
	const [command, kind, name, ...rest] = positionals;
	if (command === "list" && kind === undefined) return { command };
	if (command !== "disable" && command !== "enable") throw new CommandError(USAGE);
	if (kind === undefined || name === undefined || rest.length > 0) throw new CommandError(USAGE);
	return { command, subject: readSubject(kind, name), reason };
}

function parse(args: string[]): { positionals: string[]; reason: string | undefined } {
	const options = { reason: { type: "string" } } as const;
	try {
		const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
		const reason = values.reason?.trim();
		if (reason === undefined || (reason.length <= REASON_MAX && isPlainLine(reason))) return { positionals, reason };
	} catch {
		throw new CommandError(USAGE);
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
