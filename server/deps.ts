import path from "node:path";
import type { RequestHandler } from "express";
import type pg from "pg";
import type { Logger } from "pino";
import type Stripe from "stripe";
import { type IpCountry, openIpCountry } from "./billing/onboarding/ip-country.ts";
import { createStripeClient, stripeCallLimiter } from "./billing/subscriptions/stripe/stripe-client.ts";
import { createImageStore, type ImageStore, originalFileName } from "./links/images/image-store.ts";
import { createPreviewProcess, type PreviewProcess } from "./links/images/preview-process.ts";
import { type Config, ConfigError } from "./platform/config/config.ts";
import type { Deadlines } from "./platform/config/deadlines.ts";
import { type Db, openDb, openPool, openPublicPool, openReplicaPool } from "./platform/db/connect.ts";
import { sessionSecretOf } from "./platform/operator/session-secret.ts";
import type { DnsStandIn } from "./platform/outbound/dns-records.ts";
import type { Mailer } from "./platform/outbound/mailer.ts";
import { openOutbound } from "./platform/outbound/outbound-thread.ts";
import type { Detour } from "./platform/outbound/wire.ts";
import { COUNTING_PLAN } from "./public/views/insert-views.ts";

export type Deps = {
	config: Config;
	databaseUrl: string;
	sessionSecret: string;
	pool: pg.Pool;
	/** For the public link and its views only: a busy API never delays a visitor. */
	publicPool: pg.Pool;
	replicaPool: pg.Pool | null;
	db: Db;
	stripe: Stripe;
	images: ImageStore;
	originals: ImageStore;
	previews: PreviewProcess;
	ipCountry: IpCountry;
	openOutbound: typeof openOutbound;
	deadlines: Deadlines;
	now: () => Date;
	log: Logger;
};

/** Stand-ins for Google, Stripe, DNS and a few web addresses; they stop with the app. */
export type StandIns = {
	router: RequestHandler;
	detours: Detour[];
	dns: DnsStandIn | null;
	mailbox: { mailer: Mailer; page: string } | null;
	/** The origin of a webhook's receiver at this port of the machine; null where users may not reach its ports. */
	receiverAt: ((port: string) => string) | null;
	stop: () => Promise<void>;
};

/** Opens everything that needs no server of ours; the database must be reachable and migrated. */
export async function openDeps(config: Config, databaseUrl: string, log: Logger): Promise<Deps> {
	const { deadlines } = config;
	const pool = openPool({ url: databaseUrl, deadlines, log });
	return {
		config,
		databaseUrl,
		sessionSecret: await sessionSecretOf(config),
		pool,
		publicPool: openPublicPool({ url: databaseUrl, max: 6, deadlines, log, settings: COUNTING_PLAN }),
		replicaPool: config.db.replicaUrl === null ? null : openReplicaPool({ url: config.db.replicaUrl, deadlines, log }),
		db: openDb(pool),
		stripe: createStripeClient(config.stripe, config.http.rateLimits ? stripeCallLimiter() : null),
		...(await openImageStores(config)),
		previews: createPreviewProcess({ log, workMs: deadlines.imageWork, deadlineMs: deadlines.image }),
		ipCountry: await openIpCountryOf(config),
		openOutbound,
		deadlines,
		now: () => new Date(),
		log,
	};
}

/** The AWS SDK is large, so it is loaded only if used. */
async function openImageStores({ dataDir, images: { s3 } }: Config): Promise<Pick<Deps, "images" | "originals">> {
	if (s3 === null) {
		return {
			images: createImageStore({ dir: path.join(dataDir, "images") }),
			originals: createImageStore({ dir: path.join(dataDir, "originals"), nameOf: originalFileName }),
		};
	}
	const { createS3ImageStore } = await import("./links/images/s3-image-store.ts");
	return { images: createS3ImageStore(s3), originals: createS3ImageStore({ ...s3, content: "originals" }) };
}

async function openIpCountryOf({ ipCountry: { file } }: Config): Promise<IpCountry> {
	try {
		return await openIpCountry(file);
	} catch (error) {
		if (file === null) throw error;
		const why = error instanceof Error ? error.message : "it can't be read";
		throw new ConfigError(`IP_COUNTRY_DATABASE: ${file} must be a file in the MMDB format, or be left out: ${why}.`);
	}
}

/** Closes the database and the image process; nothing of the app may still run. */
export async function closeDeps({ pool, publicPool, replicaPool, previews }: Deps): Promise<void> {
	previews.stop();
	await Promise.all([pool.end(), publicPool.end(), replicaPool?.end()]);
}
