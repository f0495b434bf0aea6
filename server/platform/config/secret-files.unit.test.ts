import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { readSecretFiles, SECRETS } from "./secret-files.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "visualink-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
	const file = path.join(folder, `secret-${text.length}`);
	writeFileSync(file, text);
	return file;
}

describe("a secret in a file of its own", () => {
	it.each(SECRETS)("%s is the file's text, without the newline at its end", (name) => {
		const { env, problems } = readSecretFiles({ [`${name}_FILE`]: fileOf("s3cret\n"), PORT: "4000" });
		expect(problems).toEqual([]);
		expect(env).toMatchObject({ [name]: "s3cret", PORT: "4000" });
	});

	it("is what the configuration is made of", () => {
		const SESSION_SECRET_FILE = fileOf(`${"0123456789abcdef".repeat(2)}\n`);
		expect(readConfig({ SESSION_SECRET_FILE }).session.secret).toBe("0123456789abcdef".repeat(2));
	});

	it("is held to the same rules as the variable", () => {
		expect(() => readConfig({ SESSION_SECRET_FILE: fileOf("short") })).toThrow(
			"SESSION_SECRET: must have at least 32 characters",
		);
	});

	it.each([
		["is missing", () => path.join(folder, "nowhere"), "there is no file"],
		["is a folder", () => folder, "is a folder"],
		["is empty", () => fileOf(" \n"), "is empty"],
		["is no secret but something large", () => fileOf("x".repeat(65_537)), "too large"],
	])("stops the start with a sentence when the file %s", (_, file, sentence) => {
		const start = () => readConfig({ SESSION_SECRET_FILE: file() });
		expect(start).toThrow("Visualink cannot start with this configuration:\n  SESSION_SECRET_FILE: ");
		expect(start).toThrow(sentence);
	});

	it("stops the start when the variable is set as well", () => {
		const both = { STRIPE_SECRET_KEY: "sk_live_x", STRIPE_SECRET_KEY_FILE: fileOf("sk_live_y") };
		expect(() => readConfig(both)).toThrow("STRIPE_SECRET_KEY_FILE: STRIPE_SECRET_KEY is set as well");
	});

	it("is not asked for by an empty variable", () => {
		expect(readConfig({ SESSION_SECRET_FILE: "" })).toEqual(readConfig({}));
	});
});
