import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { migrateDatabase } from "#server/db/migrate.ts";
import { MIGRATIONS, ROOT } from "../machine/root.ts";

const LINKS = 2_000;
const IMAGES = 200;

/** Where a service lives. */
export type Home = { url: string; dataDir: string };
export type Run = { code: number | null; stdout: string; stderr: string; ms: number };
export type Workshop = Awaited<ReturnType<typeof createWorkshop>>;

/** A service's database and folder with links, images and originals, and the built commands on it. */
export async function createWorkshop({ dir, server, endpoint }: { dir: string; server: string; endpoint: string }) {
	let made = 0;
	const newHome = async (): Promise<Home> => {
		const name = `home_${++made}`;
		await ask(server, `CREATE DATABASE ${name} TEMPLATE template0`);
		return { url: server.replace(/postgres$/, name), dataDir: path.join(dir, name) };
	};
	const environment = ({ url, dataDir }: Home) => ({
		// biome-ignore lint/style/noProcessEnv: a child process needs PATH
		...process.env,
		...{ DATABASE_URL: url, DATA_DIR: dataDir, BACKUP_S3_BUCKET: "backups", BACKUP_S3_ENDPOINT: endpoint },
		...{ BACKUP_S3_ACCESS_KEY_ID: "S3RVER", BACKUP_S3_SECRET_ACCESS_KEY: "S3RVER", NODE_NO_WARNINGS: "1" },
	});
	/** @param onStart may end the process */
	const run = async (command: string, args: string[], home: Home, onStart?: (child: ChildProcess) => void) => {
		const begun = performance.now();
		const file = path.join(ROOT, `dist/server/operator/${command}.command.js`);
		const child = spawn(process.execPath, [file, ...args], { cwd: ROOT, env: environment(home) });
		const result: Run = { code: null, stdout: "", stderr: "", ms: 0 };
		child.stdout.on("data", (chunk: Buffer) => (result.stdout += chunk));
		child.stderr.on("data", (chunk: Buffer) => (result.stderr += chunk));
		onStart?.(child);
		const [code] = await once(child, "exit");
		return Object.assign(result, { code, ms: performance.now() - begun });
	};
	const home = await newHome();
	await fill(home);
	return { dir, home, newHome, run, drop: (name: string) => ask(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

export async function ask(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	return client
		.query(sql, values)
		.then(({ rows }) => rows)
		.finally(() => client.end());
}

async function fill({ url, dataDir }: Home): Promise<void> {
	await migrateDatabase({ url, folder: MIGRATIONS });
	await ask(url, "INSERT INTO users (id, email, user_slug) VALUES ('ada', 'ada@example.com', 'ada')");
	for (const folder of ["images", "originals", "view-spool"])
		await mkdir(path.join(dataDir, folder), { recursive: true });
	await writeFile(path.join(dataDir, "session-secret"), "a secret of at least thirty-two letters");
	await writeFile(path.join(dataDir, "view-spool", "a.views"), "waiting views");
	const sha = (...parts: (string | Buffer)[]) => {
		const hash = createHash("sha256");
		for (const part of parts) hash.update(part);
		return hash.digest("hex");
	};
	for (let n = 0; n < IMAGES; n++) {
		const [image, original] = [randomBytes(20_000), randomBytes(60_000)];
		const [imageUrl, id] = [`/images/${sha(image)}.jpg`, sha("ada\0", original)];
		await writeFile(path.join(dataDir, imageUrl), image);
		await writeFile(path.join(dataDir, "originals", id), original);
		await ask(
			url,
			`WITH picture AS (INSERT INTO pictures (image_url, is_used) VALUES ($1, true)),
			original AS (INSERT INTO originals (id, user_id, type, bytes) VALUES ($2, 'ada', 'image/jpeg', 60000) RETURNING id)
			INSERT INTO image_cuts (original_id, image_url) SELECT id, $1 FROM original`,
			[imageUrl, id],
		);
	}
	await ask(
		url,
		`INSERT INTO links (user_id, link_slug, target_url, title, description, image_url)
		SELECT 'ada', 'link' || n, 'https://example.com/', repeat('title ', 20), repeat('text ', 200),
			(SELECT image_url FROM pictures ORDER BY image_url OFFSET n % $2 LIMIT 1) FROM generate_series(1, $1::int) n`,
		[LINKS, IMAGES],
	);
}
