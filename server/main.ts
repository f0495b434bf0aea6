import { existsSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import { type App, createApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { type EmbeddedDatabase, startEmbedded } from "./db/embedded.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { closeDeps, createLog, openDeps } from "./deps.ts";
import { openSandbox } from "./open-sandbox.ts";

/** Longest time for requests under way to finish, in milliseconds; then the process ends with code 1. */
const STOP_LIMIT_MS = 15_000;

/** Both `server/main.ts` and `dist/server/main.js` stand below the project's root. */
const projectRoot = [path.resolve(import.meta.dirname, ".."), path.resolve(import.meta.dirname, "../..")].find(
	(folder) => existsSync(path.join(folder, "package.json")),
);

start().catch((error: unknown) => {
	const message = error instanceof ConfigError ? error.message : error;
	// biome-ignore lint/suspicious/noConsole: there is no log yet, and this is for the person who started it
	console.error(message);
	process.exit(1);
});

async function start(): Promise<void> {
	if (existsSync(".env")) process.loadEnvFile(".env");
	// biome-ignore lint/style/noProcessEnv: the one place where the environment is read
	const config = readConfig(process.env);
	const log = createLog(config);
	const embedded = config.db.url ? null : await startEmbedded({ dataDir: config.dataDir, log });
	try {
		await serve({ config, log, embedded });
	} catch (error) {
		await embedded?.stop();
		throw error;
	}
}

type Parts = { config: Config; log: Logger; embedded: EmbeddedDatabase | null };

async function serve({ config, log, embedded }: Parts): Promise<void> {
	const databaseUrl = embedded?.url ?? config.db.url ?? "";
	await migrateDatabase({ url: databaseUrl, folder: path.join(projectRoot ?? ".", "migrations") });
	const deps = await openDeps(config, databaseUrl, log);
	const app = createApp({ ...deps, sandbox: await openSandbox(deps) });
	await listen(app, config.http.port);
	await app.start();
	stopInGoodOrder({ app, log, end: () => closeDeps(deps), embedded });
	say([`Visualink is ready at http://localhost:${config.http.port}`, ...standIns(config, embedded)]);
}

function standIns({ google, stripe }: Config, embedded: EmbeddedDatabase | null): string[] {
	return [
		embedded ? `  embedded PostgreSQL in ${embedded.home} (set DATABASE_URL to use your own)` : "",
		google.isSandbox ? "  sandbox in place of Google: sign in as anyone (GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET)" : "",
		stripe.isSandbox
			? "  sandbox in place of Stripe: pay with card 4242 4242 4242 4242 (STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET)"
			: "",
	].filter(Boolean);
}

function say(lines: string[]): void {
	process.stdout.write(`${lines.join("\n")}\n`);
}

function listen({ server }: App, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", (error) => {
			const isTaken = "code" in error && error.code === "EADDRINUSE";
			reject(isTaken ? new ConfigError(`Port ${port} is in use. Set PORT to another one.`) : error);
		});
		server.listen(port, resolve);
	});
}

type Running = { app: App; log: Logger; end: () => Promise<void>; embedded: EmbeddedDatabase | null };

/**
 * SIGTERM and SIGINT: finish what was begun, then leave; a second signal leaves at once. After an error that nobody
 * caught the state of the process is not to be trusted: the same, but with code 1, so that a supervisor starts it anew.
 */
function stopInGoodOrder({ app, log, end, embedded }: Running): void {
	let isStopping = false;
	const stop = async () => {
		if (isStopping) return;
		isStopping = true;
		setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
		try {
			await app.drain();
			await app.stop();
			await end();
			await embedded?.stop();
		} catch (error) {
			log.error({ err: error }, "stopping failed");
			process.exitCode = 1;
		}
		process.exit();
	};
	let isTold = false;
	for (const signal of ["SIGTERM", "SIGINT"] as const) {
		process.on(signal, () => {
			if (isTold) process.exit(1);
			isTold = true;
			void stop();
		});
	}
	// A rejected promise that nobody handles comes here as well.
	process.on("uncaughtException", (error) => {
		log.fatal({ err: error }, "nobody caught an error: the process stops");
		process.exitCode = 1;
		void stop();
	});
}
