import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { API } from "#shared/api-paths.ts";
import { type Browser, createBrowser } from "../app/browser.ts";
import { viewsOf } from "../app/seeded-links.ts";
import { startClients } from "../load/clients.ts";
import { ROOT } from "../machine/root.ts";
import { exactly, type Figure, type Report, type Say } from "./report.ts";
import { failuresOf } from "./restarts.ts";
import { payingOwner, people, type Rig } from "./rig.ts";
import { startUploaders } from "./uploaders.ts";

const run = promisify(execFile);
const BUSY = { connections: 16, perSecond: 500 };
const SESSION_SECRET = "the same where the backup is restored";

/**
 * Backs a service up while people open its links and make new ones, proves the backup, restores it elsewhere and
 * compares it with the moment at which it was made. Needs a PostgreSQL that has a `pg_dump`.
 */
export async function backups(rig: Rig, { rounds }: { rounds: number }, say: Say): Promise<Report> {
	const service = await rig.start("backed-up", { SESSION_SECRET });
	const owner = await payingOwner(rig, service);
	const visitors = startClients({ ...BUSY, port: service.port, next: people(rig.paths) });
	const uploaders = startUploaders({ owner, port: service.port, atOnce: 1 });
	const answered = () => visitors.tally("go").right;

	const figures: Figure[] = [];
	for (let round = 1; round <= rounds; round++) {
		while (uploaders.links.length < round * 10) await new Promise((resolve) => setTimeout(resolve, 20));
		const before = { links: uploaders.links.length, views: answered() };
		const folder = path.join(rig.dir, `backup-${round}`);
		await operator("backup", [folder], place(rig.databaseUrl, path.join(rig.dir, "backed-up")));
		const after = { links: uploaders.asked(), views: visitors.tally("go").sent };
		const said = await operator("backup-verify", [folder], place(rig.databaseUrl, path.join(rig.dir, "backed-up")));
		say(`backup ${round} of ${rounds}: ${said.trim()}`);
		const restored = await restore(rig, folder, round);
		const links = uploaders.links.map(({ id }) => id);
		figures.push(...(await compared({ rig, owner, restored, links, before, after, round })));
	}
	await Promise.all([uploaders.stop(), visitors.stop()]);
	figures.push(...(await uploaders.figures([service.port])), ...failuresOf([visitors]));
	return { part: "backup", figures };
}

type Place = { DATABASE_URL: string; DATA_DIR: string };
const place = (DATABASE_URL: string, DATA_DIR: string): Place => ({ DATABASE_URL, DATA_DIR });

/** Runs one of the operator's commands, as built. @returns what it said */
async function operator(command: string, args: string[], env: Place): Promise<string> {
	const file = path.join(ROOT, `dist/server/operator/${command}.command.js`);
	// biome-ignore lint/style/noProcessEnv: a child needs PATH
	const { stdout } = await run(process.execPath, [file, ...args], { cwd: ROOT, env: { ...process.env, ...env } });
	return stdout;
}

async function restore(rig: Rig, folder: string, round: number): Promise<Place> {
	await rig.pool.query(`CREATE DATABASE elsewhere_${round} TEMPLATE template0`);
	const url = Object.assign(new URL(rig.databaseUrl), { pathname: `/elsewhere_${round}` });
	const restored = place(url.href, path.join(rig.dir, `elsewhere-${round}`));
	await operator("restore", [folder], restored);
	return restored;
}

type Moment = { links: number; views: number };
type Comparison = {
	rig: Rig;
	owner: Browser;
	restored: Place;
	/** Ids of the links that the owner made, in order. */
	links: number[];
	/** What had been answered when the backup began. */
	before: Moment;
	/** What had been asked for when it ended. */
	after: Moment;
	round: number;
};

/** Everything that does not change once it is there, which is all of a link but its counters. */
const LINK = "id, user_id, link_slug, target_url, title, description, image_url, deleted, created_at";
const ROWS = {
	links: `SELECT md5(row(${LINK})::text) AS row FROM links`,
	views: "SELECT md5(views::text) AS row FROM views",
	sessions: "SELECT md5(row(sid, sess::jsonb ->> 'passport')::text) AS row FROM sessions",
	users: "SELECT md5(row(id, email, user_slug)::text) AS row FROM users",
	pictures: "SELECT md5(row(image_url, is_used)::text) AS row FROM pictures WHERE is_used",
};

async function compared({ rig, owner, restored, links, before, after, round }: Comparison): Promise<Figure[]> {
	const pool = new pg.Pool({ connectionString: restored.DATABASE_URL, max: 2 });
	const named = (name: string) => `backup ${round}: ${name}`;
	const figures: Figure[] = [];
	try {
		for (const [name, query] of Object.entries(ROWS)) {
			const [there, here] = [await rowsOf(pool, query), new Set(await rowsOf(rig.pool, query))];
			figures.push(exactly(named(`of ${there.length} ${name}, not as in the service`), notIn(there, here), 0));
		}
		const { rows } = await pool.query<{ id: number; url: string }>(
			"SELECT id, image_url AS url FROM links WHERE image_url LIKE '/images/%' ORDER BY id",
		);
		const { total, wrongCounters } = await viewsOf(pool);
		const missing = (await Promise.all(rows.map(({ url }) => isWhole(restored.DATA_DIR, url)))).filter((is) => !is);
		figures.push(
			exactly(named("gaps among its links"), notIn(links.slice(0, rows.length), new Set(rows.map(({ id }) => id))), 0),
			within(named("links"), rows.length, [before.links, after.links]),
			within(named("views counted"), total, [before.views, after.views]),
			exactly(named("links whose count is not that of their views"), wrongCounters, 0),
			exactly(named("pictures missing or not whole"), missing.length, 0),
			...(await lives({ rig, owner, restored, round, count: rows.length })),
		);
	} finally {
		await pool.end();
	}
	return figures;
}

/** The restored place as a service: the owner is still signed in, with their links and pictures. */
async function lives({
	rig,
	owner,
	restored,
	round,
	count,
}: Pick<Comparison, "rig" | "owner" | "restored" | "round"> & { count: number }) {
	const service = await rig.start(`elsewhere-${round}`, { ...restored, SESSION_SECRET });
	const person = createBrowser(`http://127.0.0.1:${service.port}`);
	for (const [name, value] of owner.cookies) person.cookies.set(name, value);
	const user = await person.get(API.auth.user);
	const links = (await (await person.get(API.links.all)).json()) as { imageUrl: string | null }[];
	const statuses = await Promise.all(links.map(async ({ imageUrl }) => (await person.get(imageUrl ?? "/none")).status));
	await service.stop();
	return [
		exactly(`backup ${round}: who was signed in hears`, user.status, 200),
		exactly(`backup ${round}: links that they see`, Array.isArray(links) ? links.length : "none", count),
		exactly(`backup ${round}: pictures not served`, statuses.filter((status) => status !== 200).length, 0),
	];
}

async function rowsOf(pool: pg.Pool, query: string): Promise<string[]> {
	return (await pool.query<{ row: string }>(query)).rows.map(({ row }) => row);
}

function notIn<Item>(items: Item[], others: Set<Item>): number {
	return items.filter((each) => !others.has(each)).length;
}

function within(name: string, value: number, [least, most]: [number, number]): Figure {
	return { name, value, bound: `from ${least} to ${most}`, isKept: value >= least && value <= most };
}

/** A picture is named after its content. */
async function isWhole(dataDir: string, url: string): Promise<boolean> {
	const jpeg = await readFile(path.join(dataDir, url)).catch(() => Buffer.alloc(0));
	return url.endsWith(`/${createHash("sha256").update(jpeg).digest("hex")}.jpg`);
}
