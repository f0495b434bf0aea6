import { existsSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import type { App } from "./app.ts";
import type { Deps, StandIns } from "./deps.ts";
import { type Config, ConfigError } from "./platform/config/config.ts";
import { databaseTrouble } from "./platform/db/database-trouble.ts";
import { type EmbeddedDatabase, startEmbedded } from "./platform/db/embedded.ts";
import type { Held } from "./platform/db/embedded-hold.ts";
import { readyPools } from "./platform/db/ready-pools.ts";
import { startDatabase } from "./platform/db/start-database.ts";
import { tryPort } from "./platform/http/try-port.ts";
import { type Announce, createAnnounce, logWarnings } from "./platform/operator/announce.ts";
import { tryDataFolder } from "./platform/operator/data-folder.ts";
import { createLog } from "./platform/operator/log.ts";
import { createStop, type Running } from "./platform/operator/stop.ts";
import { onStopSignals } from "./platform/operator/stop-signals.ts";
import { createAlertCounts } from "./platform/work/alerts.ts";
import { codeOf } from "./platform/work/error-code.ts";
import type { PartRegistry } from "./platform/work/part-registry.ts";
import { createTlsAsk, type TlsAsk } from "./public/tls/tls-ask.ts";

/** Both `server/serve.ts` and `dist/server/serve.js` are below the project's root. */
const projectRoot = [path.resolve(import.meta.dirname, ".."), path.resolve(import.meta.dirname, "../..")].find(
	(folder) => existsSync(path.join(folder, "package.json")),
);

/** Opens the outside world, listens, and stops on a signal; `refuse` ends a process that can't start. */
export async function serve(config: Config, refuse: (error: unknown) => void): Promise<void> {
	const alerts = createAlertCounts();
	const log = createLog({ ...config, onLine: alerts.onLine });
	if (config.isProduction) logWarnings(log);
	const announce = createAnnounce({ isProduction: config.isProduction, log });

	const running: Running = {};
	let started: Promise<void> = Promise.resolve();
	const stop = createStop({ running, log, started: () => started });
	onStopSignals({
		stop() {
			announce(["Visualink is stopping."]);
			stop.inGoodOrder();
		},
		endNow: stop.now,
	});
	// After an uncaught error the process's state can't be trusted: it stops with code 1, so that a supervisor restarts
	// it.
	process.on("uncaughtException", (error) => {
		log.fatal({ err: error }, "nobody caught an error: the process stops");
		process.exitCode = 1;
		stop.inGoodOrder();
	});

	const start = open({ config, log, announce, running, stopping: stop.stopping, metrics: [alerts.metrics] });
	started = start.catch(() => {});
	await start.catch(async (error: unknown) => {
		// A stop during the start was announced already.
		if (stop.isStopping()) return;
		await running.embedded?.stop();
		refuse(error);
	});
}

type Start = {
	config: Config;
	log: Logger;
	announce: Announce;
	running: Running;
	stopping: AbortSignal;
	metrics: PartRegistry[];
};

/** Loads the sandbox only where it is used, so that production doesn't keep it in memory. */
async function standInsOf({ config, now, log }: Deps): Promise<StandIns | null> {
	if (!config.google.isSandbox && !config.stripe.isSandbox) return null;
	const { openSandbox } = await import("./sandbox/open-sandbox.ts");
	return openSandbox({ config, now, log });
}

/** Opens one thing after another, each listed in `running` as soon as it needs closing; a stop interrupts it. */
async function open({ config, log, announce, running, stopping, metrics }: Start): Promise<void> {
	await tryPort(config.http, log).catch((error: unknown) => refuseToListen(error, config.http));
	const warning = await tryDataFolder(config.dataDir);
	if (warning) log.warn({ alert: "disk" }, warning);
	// Before the database, which certificates of known hosts don't wait for.
	const tlsAsk = config.tlsAsk && (await openTlsAsk(config, config.tlsAsk, log));
	running.tlsAsk = tlsAsk;
	const embedded = config.db.url ? null : await openEmbedded({ config, log, running });
	if (embedded) metrics.push(embedded.metrics);
	if (stopping.aborted) return;
	const databaseUrl = embedded?.url ?? config.db.url ?? "";
	const folder = path.join(projectRoot ?? ".", "migrations");
	await startDatabase({ ...config.db, url: databaseUrl, folder, stopping, say: (sentence) => announce([sentence]) });
	if (stopping.aborted) return;
	// Loaded late, the product last: configuration errors are reported without waiting for it.
	const { closeDeps, openDeps } = await import("./deps.ts");
	const deps = await openDeps(config, databaseUrl, log);
	running.closeDeps = () => closeDeps(deps);
	const { keepMarkBehind } = await import("./analytics/aggregate-mark.ts");
	await keepMarkBehind(deps.pool, stopping).catch((error: unknown) => {
		const trouble = databaseTrouble(error, databaseUrl);
		throw trouble ? new ConfigError(trouble.sentence) : error;
	});
	const { createApp } = await import("./app.ts");
	if (stopping.aborted) return;
	const app = createApp({ ...deps, metrics, standIns: await standInsOf(deps), servedHosts: tlsAsk?.hosts });
	running.app = app;
	await readyPools(app.pools, stopping);
	await app.readDomains(stopping);
	if (stopping.aborted) return;
	await listen(app, config.http);
	await app.start();
	if (stopping.aborted) return;
	announce([`Visualink is ready at http://localhost:${config.http.port}`, ...notes(config, embedded)]);
}

/** Listed before it begins: creating or starting one may take longer than a stop waits. */
function openEmbedded({ config, log, running }: Pick<Start, "config" | "log" | "running">): Promise<EmbeddedDatabase> {
	const begun = (held: Held) => {
		running.embedded = held;
	};
	return startEmbedded({ dataDir: config.dataDir, log, begun });
}

function notes({ http, google, stripe, domains, mail }: Config, embedded: EmbeddedDatabase | null): string[] {
	return [
		http.isPrivate ? "  for this machine alone (HOST=0.0.0.0 lets others in)" : "",
		embedded ? `  embedded PostgreSQL in ${embedded.home} (set DATABASE_URL to use your own)` : "",
		google.isSandbox ? "  sandbox in place of Google: sign in as anyone (GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET)" : "",
		stripe.isSandbox
			? "  sandbox in place of Stripe: pay with card 4242 4242 4242 4242 (STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET)"
			: "",
		domains.isSandbox ? "  sandbox in place of DNS: your own domain may be go.brand.localhost (DOMAIN_RESOLVERS)" : "",
		mail.isSandbox ? "  sandbox in place of mail: read it at /sandbox/mail (SMTP_URL, MAIL_FROM)" : "",
	].filter(Boolean);
}

async function openTlsAsk(config: Config, place: Place, log: Logger): Promise<TlsAsk> {
	const tlsAsk = await createTlsAsk({ config, log });
	await tlsAsk.open(place).catch((error: unknown) => refuseToListen(error, place, "TLS_ASK_"));
	return tlsAsk;
}

type Place = Pick<Config["http"], "port" | "hosts">;

/** By codes of errors; the variables of a place begin with a prefix. */
const LISTEN_PROBLEMS: Record<string, (place: Place, prefix: string) => string> = {
	EADDRINUSE: ({ port }, prefix) => `Port ${port} is in use. Set ${prefix}PORT to another one.`,
	EACCES: ({ port }, prefix) =>
		`Port ${port} may not be used by this user. Set ${prefix}PORT to another one, such as 3000.`,
	EADDRNOTAVAIL: ({ hosts }, prefix) =>
		`${hosts?.[0]} is no address of this machine. Set ${prefix}HOST to another one, such as 0.0.0.0.`,
};

async function listen(app: App, http: Config["http"]): Promise<void> {
	await app.listen(http).catch((error: unknown) => refuseToListen(error, http));
}

function refuseToListen(error: unknown, place: Place, prefix = ""): never {
	const sentence = LISTEN_PROBLEMS[codeOf(error)]?.(place, prefix);
	throw sentence ? new ConfigError(sentence) : error;
}
