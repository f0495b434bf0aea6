import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { apiClient } from "#server/testing/api/api-client.ts";
import { leaveAccount } from "#server/testing/app/closed-links.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { ownEnvironment, runCommand } from "#server/testing/machine/run-command.ts";

const app = useTestApp();

const run = (args: string[]) => operatorCommand(app, ...args);

/** The command as an operator runs it: a process of its own. */
function runProcess(args: string[], env: Record<string, string> = {}) {
	const own = { DATABASE_URL: app.deps.databaseUrl, DATA_DIR: app.deps.config.dataDir };
	return runCommand("moderation/admin/admin", args, { env: ownEnvironment({ ...own, ...env }) });
}

it("says on standard output what it did, and ends with code 0", async () => {
	const link = await insertLink(app.deps.db, { userId: (await insertUser(app.deps.db, "ada")).id, linkSlug: "Engine" });
	expect(await runProcess(["disable", "link", "ADA/engine", "--reason", "phishing"])).toEqual({
		code: 0,
		stdout: `The link ada/${link.linkSlug} is disabled now.\n`,
		stderr: "",
	});
	expect(await runProcess(["list"])).toEqual({
		code: 0,
		stdout: expect.stringMatching(/^20\S+Z {2}link ada\/Engine {2}phishing\n$/),
		stderr: "",
	});
});

it("needs the database alone, and writes nothing where it only looks", async () => {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-admin-"));
	const alone = { NODE_ENV: "production", SANDBOX: "", SESSION_SECRET: "", PUBLIC_ORIGIN: "", DATA_DIR: dataDir };
	expect(await runProcess(["list"], alone)).toMatchObject({ code: 0, stderr: "" });
	const live = {
		...{ STRIPE_SECRET_KEY: "sk_live_51abc", STRIPE_WEBHOOK_SECRET_FILE: path.join(dataDir, "not-readable-here") },
		...{ GOOGLE_CLIENT_ID: "123.apps.googleusercontent.com", GOOGLE_CLIENT_SECRET: "GOCSPX-abc" },
	};
	expect(await runProcess(["list"], { ...alone, ...live })).toMatchObject({ code: 0, stderr: "" });
	expect(await readdir(dataDir)).toEqual([]);
	await rm(dataDir, { recursive: true });
});

it("says in one sentence on standard error why not, and ends with code 1", async () => {
	const stderr = "There is no link nobody/nothing.\n";
	expect(await runProcess(["enable", "link", "nobody/nothing"])).toEqual({ code: 1, stdout: "", stderr });
	const noDatabase = await runProcess(["list"], { DATABASE_URL: "" });
	expect(noDatabase).toMatchObject({ code: 1, stderr: expect.stringContaining("start Visualink first") });
});

it("P464: recognizes a person of a deleted account by the server's secret, and says where that is missing", async () => {
	const person = await subscriber(app);
	await run(["disable", "user", person.user.email]);
	await leaveAccount(app, person);
	const args = ["enable", "user", person.user.email];
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-admin-"));
	expect(await runProcess(args, { DATA_DIR: dataDir })).toEqual({
		...{ code: 1, stdout: "" },
		stderr: expect.stringContaining("Set SESSION_SECRET as the server has it"),
	});
	await rm(dataDir, { recursive: true });
	expect(await runProcess(args)).toEqual({
		...{ code: 0, stderr: "" },
		stdout: `The user ${person.user.userSlug} (deleted) is enabled again.\n`,
	});
});

it("prints nothing that a terminal obeys, reorders or hides, in tables, JSON and errors (P481)", async () => {
	const { id: userId, userSlug } = await insertUser(app.deps.db);
	const title = "Shop\u009b2J\u202e\u2066\u200b\u2028\u001b[31m end";
	await insertLink(app.deps.db, { userId, linkSlug: "hidden", title, description: `${title}\nowner  ada` });
	const unseen = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/u;

	const shown = await runProcess(["show", "link", `${userSlug}/hidden`]);
	expect(shown.stdout).toContain("Shop\\u009b2J\\u202e\\u2066\\u200b\\u2028\\u001b[31m end\n");
	const exported = await runProcess(["export", "user", userSlug]);
	expect(JSON.parse(exported.stdout).links).toMatchObject([{ title, description: `${title}\nowner  ada` }]);
	const refused = await runProcess(["show", "user", "no\u009b\u202ebody"]);
	expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("no\\u009b\\u202ebody") });
	for (const { stdout, stderr } of [shown, exported, refused]) expect(stdout + stderr).not.toMatch(unseen);
});

it.each([
	[["disable", "link", "nobody/nothing"], "There is no link nobody/nothing."],
	[["disable", "link", "no-slash"], '"no-slash" is no link: write it as userSlug/linkSlug.'],
	[["disable", "link", "a/b/c"], '"a/b/c" is no link'],
	[["disable", "user", "Nobody@example.com"], "There is no user nobody@example.com."],
	[["enable", "user", "nobody"], "There is no user nobody."],
	[["disable", "host", "example"], '"example" is no host'],
	[["disable", "host", "https://evil.example/x"], '"https://evil.example/x" is no host'],
	[["disable", "host", "evil.example:80"], '"evil.example:80" is no host'],
	[["disable", "host", "*.evil.example"], '"*.evil.example" is no host'],
	[["disable", "host", "evil example.com"], '"evil example.com" is no host'],
	[["disable", "host", ""], '"" is no host'],
	[["disable", "page", "x"], '"page" is nothing that can be disabled: say link, user, host or domain.'],
	[["disable", "host", "a.example", "--reason", "x".repeat(501)], "A reason is one line of at most 500 characters."],
	[["disable", "host", "a.example", "--reason", "two\nlines"], "A reason is one line of at most 500 characters."],
	[["disable", "host"], "Usage: "],
	[["disable", "host", "a.example", "b.example"], "Usage: "],
	[["disable", "host", "a.example", "--because", "x"], "Usage: "],
	[["remove", "host", "a.example"], "Usage: "],
	[["list", "links"], "Usage: "],
	[[], "Usage: "],
])("refuses %j", async (args, message) => {
	await expect(run(args)).rejects.toMatchObject({ name: "CommandError", message: expect.stringContaining(message) });
});

describe("P299: what only reads", () => {
	it("shows a link, its owner and a host, and reports what doesn't exist", async () => {
		const { db } = app.deps;
		const owner = await insertUser(db, "shown");
		const targetUrl = "https://www.shown.example/page";
		await insertLink(db, { userId: owner.id, linkSlug: "Card", targetUrl });
		const lines = await run(["show", "link", "SHOWN/card"]);
		expect(lines.slice(0, 4).map((line) => line.split(/ {2,}/))).toEqual([
			["link", expect.stringMatching(/^shown\/Card \(id \d+\)$/)],
			["owner", `shown (${owner.email})`],
			["plan", "none"],
			["target", targetUrl],
		]);
		expect(await run(["show", "user", owner.email])).toContain("links      1");
		expect(await run(["show", "host", "shown.example"])).toContain("links to it  1");
		await expect(run(["show", "user", "nobody"])).rejects.toThrow("There is no user nobody.");
	});

	it("shows a user's API keys by name and first characters, and when each was used", async () => {
		const owner = await subscriber(app, "pro");
		const [used, other] = [await apiClient(app, owner, { name: "CRM" }), await apiClient(app, owner, { name: "Idle" })];
		await used.get("/me");
		const keys = async () =>
			(await run(["show", "user", owner.user.email])).find((line) => line.startsWith("API keys"));
		await until(async () => (await keys())?.includes("last used") ?? false);
		expect(await keys()).toMatch(
			new RegExp(
				`^API keys {3}CRM \\(${used.key.slice(0, 8)}, last used 20\\S+Z\\), Idle \\(${other.key.slice(0, 8)}, never used\\)$`,
			),
		);
	});

	it("exports what the user can download", async () => {
		const owner = await insertUser(app.deps.db, "taken");
		await insertLink(app.deps.db, { userId: owner.id, linkSlug: "Along" });
		const { code, stdout, stderr } = await runProcess(["export", "user", "taken"]);
		expect([code, stderr]).toEqual([0, ""]);
		expect(JSON.parse(stdout)).toMatchObject({ profile: { googleId: owner.id }, links: [{ linkSlug: "Along" }] });
		await expect(run(["export", "link", "taken/Along"])).rejects.toThrow("Only a user can be exported");
	});
});
