import { expect, it } from "vitest";
import { runCommand } from "#server/testing/machine/run-command.ts";

/** Neither a database nor Stripe is there: help needs neither. */
const run = (...args: string[]) =>
	runCommand("operator", args, { env: { DATABASE_URL: "postgres://127.0.0.1:1/none" } });

const ALL = [
	...["backup", "backup-verify", "backup-nightly", "restore", "images-to-s3", "stripe-setup", "refund", "withdrawals"],
	"views-restore",
	...["disable", "enable", "list", "show", "reports", "flags", "trust", "export"],
];

it("P590: help lists every command, with a line each", async () => {
	const { code, stdout, stderr } = await run("help");
	const listed = [...stdout.matchAll(/^ {2}([a-z][\w-]*)(?: .*)? {2,}\S/gm)];
	expect([...new Set(listed.map(([, command]) => command))]).toEqual(ALL);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

it("P590: an unknown command is named, and what there is is listed", async () => {
	const { code, stdout, stderr } = await run("constructor");
	expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
	expect(stderr).toMatch(/^There is no command "constructor"\.\n\nUsage: npm run operator -- <command>\n/);
});

it("P590: --help shows a command's arguments and does nothing", async () => {
	for (const name of ALL) {
		const { code, stdout, stderr } = await run(name, "--help");
		expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: "" });
		expect(stdout).toMatch(/^Usage: npm run operator -- /);
	}
});
