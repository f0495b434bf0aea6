import path from "node:path";
import { z } from "zod";
import { hostsOf, LOOPBACK, ownOriginOf } from "./addresses.ts";
import { builtRelease } from "./built-release.ts";
import { type Deadlines, deadlinesTimes } from "./deadlines.ts";
import {
	bucketName,
	databaseAddress,
	flag,
	headerName,
	hostName,
	key,
	listenAddress,
	namedPlaces,
	nameServers,
	oneDatabase,
	optional,
	regionName,
	secret,
	webOrigin,
	wholeNumber,
} from "./kinds.ts";
import { halfSet, missingInProduction } from "./missing.ts";
import { imagesOriginProblem, linksOriginProblem, type Origins } from "./origins.ts";
import {
	imageBucket,
	pair,
	realGoogle,
	realStripe,
	type S3Place,
	sandboxGoogle,
	sandboxStripe,
	WEB_RISK_ORIGIN,
} from "./outside.ts";
import { readSecretFiles } from "./secret-files.ts";
import { sandboxBesideLiveKey, unfitForProduction } from "./secrets.ts";
import { type MailAddress, mailFrom, type SmtpPlace, type StripeMail, smtpAddress, stripeMails } from "./smtp.ts";

export type Config = {
	isProduction: boolean;
	logLevel: string;
	release: string;
	deadlines: Deadlines;
	dataDir: string;
	/** Whether DATA_DIR was set; commands that need its files don't guess. */
	isDataDirSet: boolean;
	http: Origins & {
		port: number;
		hosts: string[] | null;
		/** Whether it listens only on this machine because HOST isn't set (P123). */
		isPrivate: boolean;
		ownOrigin: string;
		reportEmail: string;
		contactUrl: string;
		/** Trusted proxies, whose X-Forwarded-For is used. */
		trustProxy: number;
		rateLimits: boolean;
		metricsToken: string | null;
		ipCountryHeader: string | null;
	};
	/** file null: the bundled IP-to-country database. */
	ipCountry: { file: string | null };
	db: {
		/** null: the embedded PostgreSQL. */
		url: string | null;
		/** null: nothing is read from a replica. */
		replicaUrl: string | null;
		/** How long a start waits for an unreachable database, in milliseconds. */
		waitMs: number;
		mayBeNewer: boolean;
	};
	/** Lists that no link may lead to, and limits of new accounts if rate limits are on; 0: none. */
	moderation: {
		lists: { name: string; place: string }[];
		/** null: Google Web Risk isn't used. */
		webRisk: { key: string; origin: string } | null;
		newAccountLimits: { firstDayLinks: number; linksPerWebsite: number };
	};
	/** resolvers null: this machine's, or the sandbox's. target: the host that own domains point to. */
	domains: { resolvers: string[] | null; target: string; isSandbox: boolean };
	/** Where a proxy asks whether a host may have a certificate; null: nowhere. */
	tlsAsk: { port: number; hosts: string[] | null } | null;
	alerts: { webhookUrl: string | null };
	/** smtp null: no mail is sent, except into the sandbox's mailbox. */
	mail: { smtp: SmtpPlace | null; from: MailAddress; stripeSends: StripeMail[]; isSandbox: boolean };
	/** How long single views are kept, and how long in the database, before files; 0: forever. */
	views: { retentionMonths: number; archiveAfterMonths: number };
	/** s3 null: images are files in the data folder. */
	images: { s3: S3Place | null };
	/** Whether nightly backups are copied into a repository of restic's. */
	backups: { isOffSite: boolean };
	/** secret null: generated once and kept in the data folder. */
	session: { secret: string | null };
	google: {
		clientId: string;
		clientSecret: string;
		authorizationURL: string;
		tokenURL: string;
		userProfileURL: string;
		isSandbox: boolean;
	};
	stripe: {
		secretKey: string;
		webhookSecrets: string[];
		host: string;
		port: number;
		protocol: "http" | "https";
		automaticTax: boolean;
		isSandbox: boolean;
	};
};

/** Refuses the start; the message lists every problem. */
export class ConfigError extends Error {
	override readonly name = "ConfigError";
}

type Environment = Record<string, string | undefined>;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Every variable with its default; docs/variables.md and `.env.example` list the same. */
export const environment = z.object({
	NODE_ENV: z
		.enum(["development", "test", "production"], "must be development, test or production")
		.default("development"),
	SANDBOX: flag,
	LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
	RELEASE: z.string().trim().min(1, "must not be blank").max(40, "must have at most 40 characters").optional(),
	DATA_DIR: z.string().trim().min(1, "must be a folder, such as /var/lib/visualink").default(".data"),
	PORT: wholeNumber({ from: 1, to: 65_535, such: "3000" }).default(3000),
	HOST: listenAddress("0.0.0.0").optional(),
	PUBLIC_ORIGIN: webOrigin.optional(),
	LINKS_ORIGIN: webOrigin.optional(),
	IMAGES_ORIGIN: webOrigin.optional(),
	REPORT_EMAIL: z.email("must be an e-mail address").optional(),
	CONTACT_URL: z
		.string()
		.regex(
			/^(?:https?:\/\/[^\s/]+\S*|mailto:[^\s@]+@[^\s@]+)$/,
			"must be the address of a web page, or mailto: and an e-mail address",
		)
		.default("https://forms.gle/visualink-feedback"),
	TRUST_PROXY: wholeNumber({ from: 0, to: 10, such: "1 behind one proxy" }).default(0),
	RATE_LIMITS: z.enum(["on", "off"], "must be on or off").optional(),
	ALERT_WEBHOOK_URL: z
		.url({ protocol: /^https?$/, error: "must be the address of a webhook, such as https://hooks.example/visualink" })
		.optional(),
	SMTP_URL: smtpAddress.optional(),
	MAIL_FROM: mailFrom.optional(),
	STRIPE_SENDS_MAIL: stripeMails.optional(),
	GUARD_LISTS: namedPlaces.optional(),
	WEB_RISK_KEY: key.optional(),
	WEB_RISK_ORIGIN: webOrigin.default(WEB_RISK_ORIGIN),
	NEW_ACCOUNT_LINKS: wholeNumber({ from: 0, to: 100_000, such: "20, or 0 for no limit" }).default(20),
	NEW_ACCOUNT_LINKS_PER_WEBSITE: wholeNumber({ from: 0, to: 100_000, such: "200, or 0 for no limit" }).default(200),
	DOMAIN_RESOLVERS: nameServers.optional(),
	DOMAIN_TARGET: hostName.optional(),
	TLS_ASK_PORT: wholeNumber({ from: 1, to: 65_535, such: "3080" }).optional(),
	TLS_ASK_HOST: listenAddress("127.0.0.1").default("127.0.0.1"),
	METRICS_TOKEN: key.min(16, "must have at least 16 characters").optional(),
	IP_COUNTRY_HEADER: headerName.optional(),
	IP_COUNTRY_DATABASE: optional,
	DATABASE_URL: databaseAddress.optional(),
	DATABASE_REPLICA_URL: oneDatabase.optional(),
	DATABASE_WAIT_SECONDS: wholeNumber({ from: 0, to: 3_600, such: "60" }).default(60),
	DEADLINE_FACTOR: wholeNumber({ from: 1, to: 1_000, such: "1" }).default(1),
	ALLOW_NEWER_SCHEMA: flag,
	VIEW_RETENTION_MONTHS: wholeNumber({ from: 0, to: 1_200, such: "13, or 0 to keep all" }).default(13),
	VIEWS_ARCHIVE_AFTER_MONTHS: wholeNumber({ from: 0, to: 1_200, such: "4, or 0 to archive nothing" }).default(0),
	IMAGES_S3_BUCKET: bucketName.optional(),
	IMAGES_S3_REGION: regionName.default("us-east-1"),
	IMAGES_S3_ENDPOINT: webOrigin.optional(),
	IMAGES_S3_ACCESS_KEY_ID: key.optional(),
	IMAGES_S3_SECRET_ACCESS_KEY: key.optional(),
	// Both are read by restic itself.
	RESTIC_REPOSITORY: optional,
	RESTIC_PASSWORD: secret.optional(),
	SESSION_SECRET: secret.min(32, "must have at least 32 characters").optional(),
	GOOGLE_CLIENT_ID: key.optional(),
	GOOGLE_CLIENT_SECRET: key.optional(),
	STRIPE_SECRET_KEY: key.optional(),
	STRIPE_WEBHOOK_SECRET: secret.optional(),
	STRIPE_AUTOMATIC_TAX: flag,
});

/**
 * Reads the environment once (P117). Each outside service is a local stand-in until configured; in production a missing
 * one stops the start unless SANDBOX=1.
 * @throws ConfigError with every wrong or missing variable
 */
export function readConfig(env: Environment): Config {
	const secrets = readSecretFiles(env);
	if (secrets.problems.length > 0) throw new ConfigError(listed(secrets.problems));
	// Empty variables count as unset, so that `.env.example` can be filled in line by line.
	const filled = Object.fromEntries(Object.entries(secrets.env).filter(([, value]) => value !== ""));
	const parsed = environment.safeParse(filled);
	if (!parsed.success) {
		throw new ConfigError(listed(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`)));
	}
	const values = parsed.data;
	const isProduction = values.NODE_ENV === "production";
	const publicOrigin = values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`;
	const linksOrigin = values.LINKS_ORIGIN ?? publicOrigin;
	const origins = { publicOrigin, linksOrigin, imagesOrigin: values.IMAGES_ORIGIN ?? linksOrigin };
	const google = pair(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET);
	const stripe = pair(values.STRIPE_SECRET_KEY, values.STRIPE_WEBHOOK_SECRET);
	const isTrial = !isProduction && !(google && stripe);
	// Anyone who reaches the sandbox can sign in as anyone.
	const isPrivate = isTrial && values.HOST === undefined;
	const hosts = isPrivate ? LOOPBACK : hostsOf(values.HOST);
	const ownOrigin = ownOriginOf(hosts, values.PORT);

	const problems = [...halfSet(values), ...linksOriginProblem(origins), ...imagesOriginProblem(origins)];
	if (values.TLS_ASK_PORT === values.PORT) problems.push("TLS_ASK_PORT: must be another port than PORT");
	if (values.VIEW_RETENTION_MONTHS > 0 && values.VIEWS_ARCHIVE_AFTER_MONTHS >= values.VIEW_RETENTION_MONTHS) {
		problems.push("VIEWS_ARCHIVE_AFTER_MONTHS: must be less than VIEW_RETENTION_MONTHS, which deletes views first");
	}
	if (values.SANDBOX) problems.push(...sandboxBesideLiveKey(values));
	if (isProduction && !values.SANDBOX) {
		problems.push(...missingInProduction(values, publicOrigin), ...unfitForProduction(values));
	}
	if (problems.length > 0) throw new ConfigError(listed(problems));

	return {
		isProduction,
		logLevel: values.LOG_LEVEL,
		release: values.RELEASE ?? builtRelease(),
		deadlines: deadlinesTimes(values.DEADLINE_FACTOR),
		dataDir: path.resolve(values.DATA_DIR),
		isDataDirSet: filled.DATA_DIR !== undefined,
		http: {
			port: values.PORT,
			hosts,
			isPrivate,
			ownOrigin,
			...origins,
			reportEmail: values.REPORT_EMAIL ?? `abuse@${new URL(publicOrigin).hostname}`,
			contactUrl: values.CONTACT_URL,
			trustProxy: values.TRUST_PROXY,
			rateLimits: values.RATE_LIMITS ? values.RATE_LIMITS === "on" : isProduction,
			metricsToken: values.METRICS_TOKEN ?? null,
			ipCountryHeader: values.IP_COUNTRY_HEADER?.toLowerCase() ?? null,
		},
		ipCountry: { file: values.IP_COUNTRY_DATABASE ?? null },
		db: {
			url: values.DATABASE_URL?.trim() ?? null,
			replicaUrl: values.DATABASE_REPLICA_URL?.trim() ?? null,
			waitMs: values.DATABASE_WAIT_SECONDS * 1_000,
			mayBeNewer: values.ALLOW_NEWER_SCHEMA,
		},
		moderation: {
			lists: values.GUARD_LISTS ?? [],
			webRisk: values.WEB_RISK_KEY ? { key: values.WEB_RISK_KEY, origin: values.WEB_RISK_ORIGIN } : null,
			newAccountLimits: {
				firstDayLinks: values.NEW_ACCOUNT_LINKS,
				linksPerWebsite: values.NEW_ACCOUNT_LINKS_PER_WEBSITE,
			},
		},
		domains: {
			resolvers: values.DOMAIN_RESOLVERS ?? null,
			target: values.DOMAIN_TARGET ?? new URL(linksOrigin).hostname,
			// In production every name must be proven by real DNS.
			isSandbox: isTrial && values.DOMAIN_RESOLVERS === undefined,
		},
		tlsAsk: values.TLS_ASK_PORT ? { port: values.TLS_ASK_PORT, hosts: hostsOf(values.TLS_ASK_HOST) } : null,
		alerts: { webhookUrl: values.ALERT_WEBHOOK_URL ?? null },
		mail: {
			smtp: values.SMTP_URL ?? null,
			from: values.MAIL_FROM ?? { name: "Visualink", address: "mail@visualink.example" },
			stripeSends: values.STRIPE_SENDS_MAIL ?? [],
			isSandbox: values.SMTP_URL === undefined && !(google && stripe),
		},
		views: {
			retentionMonths: values.VIEW_RETENTION_MONTHS,
			archiveAfterMonths: values.VIEWS_ARCHIVE_AFTER_MONTHS,
		},
		images: { s3: imageBucket(values) },
		backups: { isOffSite: Boolean(values.RESTIC_REPOSITORY) },
		session: { secret: values.SESSION_SECRET ?? null },
		google: google ? realGoogle(google) : sandboxGoogle(publicOrigin, ownOrigin),
		stripe: stripe ? realStripe(stripe, values.STRIPE_AUTOMATIC_TAX) : sandboxStripe(ownOrigin),
	};
}

function listed(problems: string[]): string {
	return ["Visualink cannot start with this configuration:", ...[...new Set(problems)].map((text) => `  ${text}`)].join(
		"\n",
	);
}
