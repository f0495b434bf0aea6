import { readFileSync, statSync } from "node:fs";

type Environment = Record<string, string | undefined>;

/** Variables that a file can replace, named by the variable with `_FILE` appended. */
export const SECRETS = [
	"DATABASE_REPLICA_URL",
	"DATABASE_URL",
	"GOOGLE_CLIENT_SECRET",
	"IMAGES_S3_SECRET_ACCESS_KEY",
	"METRICS_TOKEN",
	"RESTIC_PASSWORD",
	"SESSION_SECRET",
	"SMTP_URL",
	"STRIPE_SECRET_KEY",
	"STRIPE_WEBHOOK_SECRET",
	"WEB_RISK_KEY",
] as const;

const MAX_BYTES = 64 * 1024;

/**
 * Reads secrets from files, as Docker, Kubernetes and systemd provide them, trimmed.
 * @returns the environment with them, and a sentence per unreadable or duplicate one
 */
export function readSecretFiles(env: Environment): { env: Environment; problems: string[] } {
	const filled = { ...env };
	const problems: string[] = [];
	for (const name of SECRETS) {
		const file = env[`${name}_FILE`];
		if (!file) continue;
		const found = env[name] ? `${name} is set as well; set one of the two` : readSecret(file);
		if (typeof found === "string") problems.push(`${name}_FILE: ${found}`);
		else filled[name] = found.secret;
	}
	return { env: filled, problems };
}

/** @returns a sentence if there is no secret */
function readSecret(file: string): { secret: string } | string {
	try {
		const { size } = statSync(file);
		if (size > MAX_BYTES) return `${file} is too large for a secret`;
		const secret = readFileSync(file, "utf8").trim();
		return secret === "" ? `${file} is empty` : { secret };
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : error;
		if (code === "ENOENT") return `there is no file ${file}`;
		if (code === "EACCES") return `${file} may not be read by this user`;
		if (code === "EISDIR") return `${file} is a folder`;
		return `${file} can't be read (${code})`;
	}
}
