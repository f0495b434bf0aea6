import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Config, ConfigError } from "#server/platform/config/config.ts";
import { codeOf } from "#server/platform/work/error-code.ts";

type Configured = Pick<Config, "session" | "dataDir">;

/** The configured secret, else one generated at the first start and kept, so that sessions survive restarts. */
export async function sessionSecretOf({ session, dataDir }: Configured): Promise<string> {
	if (session.secret !== null) return session.secret;
	const file = fileIn(dataDir);
	await mkdir(dataDir, { recursive: true });
	try {
		await writeFile(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
	} catch (error) {
		if (!(codeOf(error) === "EEXIST")) throw error;
	}
	const secret = await readFile(file, "utf8");
	if (secret.length >= 32) return secret;
	throw new ConfigError(`${file} holds no secret: take it away, and everybody signs in anew, or set SESSION_SECRET.`);
}

/** The secret for a command, which never generates one. @throws ConfigError if there is none */
export async function readSessionSecret({ session, dataDir }: Configured): Promise<string> {
	if (session.secret !== null) return session.secret;
	const secret = await readFile(fileIn(dataDir), "utf8").catch(() => null);
	if (secret) return secret;
	throw new ConfigError("Set SESSION_SECRET as the server has it: people of deleted accounts are recognized by it.");
}

function fileIn(dataDir: string): string {
	return path.join(dataDir, "session-secret");
}
