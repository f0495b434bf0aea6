import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { migrateDatabase } from "#server/platform/db/migrate.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { makePartitions } from "#server/public/views/view-partitions.ts";
import { ROOT } from "./root.ts";

export type Rig = { pool: pg.Pool; databaseUrl: string; dataDir: string; stop: () => Promise<void> };

type Wanted = { links: number; views: number; checkout?: string };

/** A fresh PostgreSQL, migrated as a checkout wants it, with one owner, `links` links and `views` older views. */
export async function prepareDatabase({ links, views, checkout = ROOT }: Wanted): Promise<Rig> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-bench-"));
	const database = await startEmbedded({ dataDir, log: createLog({ logLevel: "warn" }) });
	await migrateDatabase({ url: database.url, folder: path.join(checkout, "migrations") });
	const pool = new pg.Pool({ connectionString: database.url, max: 2 });
	pool.on("error", () => {});
	// Another release makes its own when it starts.
	if (checkout === ROOT) await makePartitions(pool, new Date());
	await seed(pool, links, views);
	return {
		pool,
		databaseUrl: database.url,
		dataDir,
		async stop() {
			await pool.end();
			await database.stop();
			// Of root's database, the files are elsewhere.
			for (const folder of [database.home, dataDir]) await rm(folder, { recursive: true, force: true });
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
