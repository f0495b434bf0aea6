import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createBrowser } from "#server/testing/app/browser.ts";
import { giveConsent, signIn, subscribe } from "#server/testing/app/sign-up.ts";
import { prepareDatabase } from "#server/testing/machine/fresh-database.ts";
import { startOnRig } from "#server/testing/machine/service-on-rig.ts";
import { newApiKey } from "#shared/api/keys/api-key.ts";
import { API, MCP_PATH } from "#shared/platform/api-paths.ts";
import { contentOf } from "../mcp-client.ts";

/**
 * `npx tsx server/testing/api/assistants/assistants.command.ts`: two clients that others have written call every tool of the built
 * service: the Inspector's command line on Node 24, and Python's `mcp`, as a client of 2026 and of 2025. Needs npm's and Python's
 * package registries, so it is no part of a suite. Ends with code 1 if a step fails.
 */
const INSPECTOR = ["--yes", "-p", "node@24", "-p", "@modelcontextprotocol/inspector@2.12.0"];
const PYTHON_MCP = "mcp==2.3.0";
const EMAIL = "assistants@example.com";

const run = promisify(execFile);
const rig = await prepareDatabase({ links: 0, views: 0 });
const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-assistants-"));
const service = await startOnRig(rig, { SANDBOX: "1", HOST: "127.0.0.1" });
try {
	const url = service.origin + MCP_PATH;
	const key = await makeKey();
	say("Inspector, by its command line");
	await inspect(url, key);
	await run("python3", ["-m", "venv", folder]);
	const python = path.join(folder, "bin/python");
	await run(python, ["-m", "pip", "install", "--quiet", PYTHON_MCP]);
	for (const mode of ["auto", "legacy"]) {
		say(`Python's ${PYTHON_MCP}, ${mode}`);
		const { stdout } = await run(python, [path.join(import.meta.dirname, "client.py"), url, key, mode]);
		process.stdout.write(stdout);
	}
} finally {
	await service.stop("SIGKILL");
	await rig.stop();
	await rm(folder, { recursive: true, force: true });
}

async function makeKey(): Promise<string> {
	const person = createBrowser(service.origin);
	await signIn(person, EMAIL);
	await giveConsent(person, EMAIL);
	await subscribe(person, "enterprise");
	const scopes = ["links:read", "links:write", "stats:read"];
	const made = await person.post(API.keys.all, { name: "Assistant", scopes, expiresInDays: null });
	return newApiKey.parse(await made.json()).key;
}

async function inspect(url: string, key: string): Promise<void> {
	async function ask(method: string, ...more: string[]) {
		const call = [url, "--transport", "http", "--header", `Authorization: Bearer ${key}`, "--method", method, ...more];
		const words = ["mcp-inspector", "--cli", ...call].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
		const { stdout } = await run("npx", [...INSPECTOR, "-c", words.join(" ")], { maxBuffer: 10_000_000 });
		return JSON.parse(stdout);
	}
	async function call(name: string, sent: Record<string, string | number> = {}) {
		const pairs = Object.entries(sent).flatMap(([argument, value]) => ["--tool-arg", `${argument}=${value}`]);
		const { content, isError } = await ask("tools/call", "--tool-name", name, ...pairs);
		assert.ok(!isError, content[0].text);
		return contentOf(content[0].text);
	}

	const { tools } = (await ask("tools/list", "--strict")) as { tools: { name: string }[] };
	assert.equal(tools.length, 7);
	assert.deepEqual(
		tools.filter(({ name }) => name.includes("delete")),
		[],
	);
	passed("7 portable tools are listed, and none deletes");
	const { id } = await call("create_link", {
		...{ title: "Inspected", description: "By a client", targetUrl: "https://example.com/" },
	});
	passed("create_link makes a link");
	assert.equal((await call("preview_card", { id })).platforms.length, 13);
	passed("preview_card shows it on 13 platforms");
	assert.ok((await call("test_link", { id })).results.length > 0);
	passed("test_link tests it");
	assert.equal((await call("update_card", { id, title: "Changed" })).title, "Changed");
	passed("update_card changes it");
	assert.equal((await call("list_links", { limit: 1 })).links[0].id, id);
	passed("list_links reads it");
	assert.ok((await call("link_stats", { id })).totals);
	passed("link_stats counts it");
	assert.ok((await call("receipts", { id })).receipts.length > 0);
	passed("receipts says who has it");
	const { contents } = await ask("resources/read", "--uri", `visualink://links/${id}/card`);
	assert.equal(contentOf(contents[0].text).link.title, "Changed");
	passed("the resource has its card");
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

function passed(step: string): void {
	say(`passed: ${step}`);
}
