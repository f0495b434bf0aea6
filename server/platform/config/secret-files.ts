import { readFileSync, statSync } from "node:fs";

type Environment = Record<string, string | undefined>;

/** What may be given as a file instead, named by the variable of the same name with `_FILE` behind it. */
export const SECRETS = [
	"ANALYTICS_DATABASE_URL",
	"DATABASE_URL",
	"GOOGLE_CLIENT_SECRET",
	"IMAGES_S3_SECRET_ACCESS_KEY",
	"METRICS_TOKEN",
	"RESTIC_PASSWORD",
	"SESSION_SECRET",
	"STRIPE_SECRET_KEY",
	"STRIPE_WEBHOOK_SECRET",
	"WEB_RISK_KEY",
] as const;

/** No secret is longer, in bytes. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads the secrets that are in files of their own, as Docker, Kubernetes and systemd hand them over: the whole file,
 * without white space around it.
 * @returns the environment with them, and a sentence about each that can't be read or is given twice
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

/** @returns a sentence where there is no secret */
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
