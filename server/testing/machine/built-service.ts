import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { createLog } from "#server/operator/log.ts";
import { makePartitions } from "#server/views/view-partitions.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { ROOT } from "./root.ts";

const TYPESCRIPT = ["--import", "tsx"];
/** How `npm run serve` runs Node. */
const NODE_FLAGS = packageJson.scripts.serve.split(" ").filter((word) => word.startsWith("--"));

export type Rig = { pool: pg.Pool; databaseUrl: string; dataDir: string; stop: () => Promise<void> };

type Wanted = { links: number; views: number; checkout?: string };

/** A fresh PostgreSQL, migrated as a checkout wants it, with one owner, `links` links and `views` older views. */
export async function prepareDatabase({ links, views, checkout = ROOT }: Wanted): Promise<Rig> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-bench-"));
	const database = await startEmbedded({ dataDir, log: createLog({ logLevel: "warn" }) });
	await migrateDatabase({ url: database.url, folder: path.join(checkout, "migrations") });
	const pool = new pg.Pool({ connectionString: database.url, max: 2 });
	pool.on("error", () => {});
	await makePartitions(pool, new Date());
	await seed(pool, links, views);
	return {
		pool,
		databaseUrl: database.url,
		dataDir,
		async stop() {
			await pool.end();
			await database.stop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

async function seed(pool: pg.Pool, links: number, views: number): Promise<void> {
	await pool.query("ALTER TABLE links DISABLE TRIGGER links_announce_change");
	await pool.query("INSERT INTO users (id, email, user_slug) VALUES ('bench', 'bench@example.com', 'bench')");
	await pool.query(
		`INSERT INTO links (user_id, link_slug, target_url, title, description, image_url)
		SELECT 'bench', 'link' || n, 'https://example.com/articles/' || n || '?ref=bench', 'Title of link ' || n,
			'A description of what is behind link number ' || n || ', long enough to be real.', '/images/' || md5(n::text) || '.jpg'
		FROM generate_series(1, $1) AS n`,
		[links],
	);
	await pool.query(
		`INSERT INTO views (id, timestamp, user_id, link_id, ip, user_agent, is_bot)
		SELECT gen_random_uuid(), now() - n * interval '1 second' * 0.1, 'bench', 1 + n % $1, '203.0.113.0', 'Mozilla/5.0 (old)', false
		FROM generate_series(1, $2) AS n`,
		[links, views],
	);
	await pool.query("ALTER TABLE links ENABLE TRIGGER links_announce_change");
	await pool.query("VACUUM ANALYZE");
	await pool.query("CHECKPOINT");
}

export type Child = {
	process: ChildProcess;
	/** Sends a signal, SIGTERM by default, and waits for the end. */
	stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** Starts the service of a checkout as it is started in production: `npm run build` must have been run there. */
export async function startService(env: Record<string, string>, checkout = ROOT): Promise<Child> {
	const child = startFile(path.join(checkout, "dist/server/main.js"), [], { LOG_LEVEL: "warn", ...env });
	await new Promise<void>((resolve, reject) => {
		child.stdout?.on("data", (text) => String(text).includes("is ready") && resolve());
		child.once("exit", () => reject(new Error("The service did not start. Has it been built (npm run build)?")));
	});
	return stoppable(child);
}

/** Starts a file that says "ready" by message. */
export async function startReady(file: string, args: string[]): Promise<Child> {
	const child = startFile(file, args);
	await once(child, "message");
	return stoppable(child);
}

/** Gives an order to a file of its own process, and returns what it answers. */
export async function ask<Answer>(file: string, order: object): Promise<Answer> {
	const child = startFile(file, []);
	child.send(order);
	const [answer] = await Promise.race([
		once(child, "message"),
		once(child, "exit").then(() => Promise.reject(new Error(`${file} failed.`))),
	]);
	return answer as Answer;
}

function startFile(file: string, args: string[], env: Record<string, string> = {}): ChildProcess {
	const child = fork(path.resolve(ROOT, file), args, {
		execArgv: file.endsWith(".ts") ? [...NODE_FLAGS, ...TYPESCRIPT] : NODE_FLAGS,
		cwd: ROOT,
		// biome-ignore lint/style/noProcessEnv: a child needs PATH and HOME
		env: { ...process.env, ...env },
		stdio: ["ignore", "pipe", "inherit", "ipc"],
	});
	const end = () => child.kill("SIGKILL");
	process.once("exit", end);
	child.once("exit", () => process.off("exit", end));
	return child;
}

function stoppable(child: ChildProcess): Child {
	return {
		process: child,
		async stop(signal = "SIGTERM") {
			if (child.exitCode !== null || child.signalCode !== null) return;
			child.kill(signal);
			await once(child, "exit");
		},
	};
}
