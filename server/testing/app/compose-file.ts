import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "../machine/root.ts";

/** What the tests read of a service. */
export type ComposeService = {
	image?: string;
	build?: { context: string; args: Record<string, string> };
	profiles?: string[];
	environment?: Record<string, string>;
	secrets?: string[];
	networks: string[];
	scale?: string;
	command?: string[];
	ports?: string[];
	volumes?: string[];
	cap_add?: string[];
	healthcheck?: { test: string[] };
	depends_on?: unknown;
};

type ComposeFile = {
	"x-build-args": Record<string, string>;
	services: Record<string, ComposeService>;
	networks: Record<string, { internal?: boolean } | null>;
	secrets: Record<string, { file: string }>;
	configs: Record<string, { file: string }>;
};

/** The parser that knip brings, which reads merge keys (`<<`). */
const { parse } = createRequire(import.meta.resolve("knip"))("yaml") as {
	parse: (text: string, options: { merge: boolean }) => ComposeFile;
};

/** `compose.yaml` as Docker Compose sees it with these variables in `.env`: interpolated, merged, names without a value filled in. */
export function readCompose(dotEnv: Record<string, string>): ComposeFile {
	const text = readFileSync(path.join(ROOT, "compose.yaml"), "utf8");
	const file = parse(interpolated(text, dotEnv), { merge: true });
	for (const service of Object.values(file.services)) {
		const given = Object.entries(service.environment ?? {}).map(([name, value]) => [name, value ?? dotEnv[name]]);
		service.environment = Object.fromEntries(given.filter(([, value]) => value !== undefined));
	}
	return file;
}

/** `${NAME:-otherwise}` and `${NAME:+instead}`. */
function interpolated(text: string, dotEnv: Record<string, string>): string {
	return text.replace(/\$\{(\w+):([-+])([^}]*)\}/g, (_, name: string, kind: string, word: string) => {
		const value = dotEnv[name] ?? "";
		if (kind === "+") return value === "" ? "" : word;
		return value === "" ? word : value;
	});
}

/** Values of the variables that take only certain ones. */
export const SAMPLES: Record<string, string> = {
	TRUST_PROXY: "2",
	SANDBOX: "false",
	LOG_LEVEL: "info",
	RATE_LIMITS: "on",
	PUBLIC_ORIGIN: "https://visualink.example",
	LINKS_ORIGIN: "https://v.example",
	IMAGES_ORIGIN: "https://images.example",
	REPORT_EMAIL: "abuse@visualink.example",
	CONTACT_URL: "https://visualink.example/contact",
	ALERT_WEBHOOK_URL: "https://hooks.example/visualink",
	SMTP_URL: "smtps://ada:value-of-SMTP_URL@mail.example",
	MAIL_FROM: "Visualink <mail@visualink.example>",
	STRIPE_SENDS_MAIL: "payment_failed",
	GUARD_LISTS: "phishing=https://lists.example/feed.txt",
	DOMAIN_RESOLVERS: "192.0.2.53 198.51.100.53",
	DOMAIN_TARGET: "domains.visualink.example",
	WEB_RISK_ORIGIN: "https://webrisk.example",
	DATABASE_URL: "postgres://visualink:value-of-DATABASE_URL@postgres:5432/visualink",
	DATABASE_REPLICA_URL: "postgres://charts:value-of-DATABASE_REPLICA_URL@replica:5432/visualink",
	SESSION_SECRET: "value-of-SESSION_SECRET-0123456789",
	GOOGLE_CLIENT_ID: "1.apps.googleusercontent.com",
	STRIPE_SECRET_KEY: "sk_live_value-of-STRIPE_SECRET_KEY",
	STRIPE_WEBHOOK_SECRET: "whsec_value-of-STRIPE_WEBHOOK_SECRET",
	STRIPE_AUTOMATIC_TAX: "true",
	ALLOW_NEWER_SCHEMA: "false",
	IP_COUNTRY_HEADER: "cf-ipcountry",
	IMAGES_S3_BUCKET: "images",
	IMAGES_S3_REGION: "us-east-1",
	IMAGES_S3_ENDPOINT: "https://storage.example",
	VIEWS_ARCHIVE_AFTER_MONTHS: "4",
	...Object.fromEntries(
		[
			...["NEW_ACCOUNT_LINKS", "NEW_ACCOUNT_LINKS_PER_WEBSITE", "DATABASE_WAIT_SECONDS", "DEADLINE_FACTOR"],
			"VIEW_RETENTION_MONTHS",
		].map((name) => [name, "7"]),
	),
};
