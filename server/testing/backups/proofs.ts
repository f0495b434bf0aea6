import { cp, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { startService } from "../machine/built-service.ts";
import { freePort } from "../machine/free-port.ts";
import { DAMAGES } from "./damages.ts";
import { ask, type Home, type Workshop } from "./workshop.ts";

type Say = (line: string) => void;

const KILLS = 20;
/** As a restore counts them: an empty database has none. */
const TABLES = "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname IN ('public', 'drizzle')";
const PARTS = ["images", "originals", "session-secret", "view-spool"];

const tablesIn = async ({ url }: Home) => Number((await ask(url, TABLES))[0]?.n);
const partsIn = async ({ dataDir }: Home) =>
	(await readdir(dataDir).catch(() => [])).filter((name) => PARTS.includes(name));

/** Every damaged, partial and wrong backup is refused by name, and nothing of it is left. */
export async function refuseDamages({ dir, home, newHome, run }: Workshop, say: Say): Promise<string[]> {
	const whole = path.join(dir, "whole");
	const wrong: string[] = [];
	const made = await run("backup", [whole], home);
	const proven = await run("backup-verify", [whole], home);
	if (made.code !== 0 || proven.code !== 0) return [`the whole backup: ${made.stderr}${proven.stderr}`];
	say(proven.stdout.trim());
	const target = await newHome();
	for (const { name, spoil, refusal } of DAMAGES) {
		const spoiled = path.join(dir, "spoiled");
		await cp(whole, spoiled, { recursive: true });
		await spoil(spoiled);
		for (const [command, at] of [
			["backup-verify", home],
			["restore", target],
		] as const) {
			const { code, stderr } = await run(command, [spoiled], at);
			if (code !== 1 || !refusal.test(stderr) || stderr.trim().includes("\n"))
				wrong.push(`${command}, ${name}: ${stderr}`);
		}
		if ((await tablesIn(target)) > 0 || (await partsIn(target)).length > 0) wrong.push(`${name}: something is left`);
		await rm(spoiled, { recursive: true, force: true });
	}
	say(`${DAMAGES.length} damages, each verified and restored: ${2 * DAMAGES.length - wrong.length} refused by name`);
	return wrong;
}

/** A restore that is killed leaves nothing or is finished by the next one; the service does not start in between. */
export async function killRestores({ dir, newHome, run }: Workshop, say: Say): Promise<string[]> {
	const whole = path.join(dir, "whole");
	const wrong: string[] = [];
	const { ms } = await run("restore", [whole], await newHome());
	const left = { nothing: 0, filled: 0 };
	for (let n = 0; n < KILLS; n++) {
		const home = await newHome();
		const after = (ms * (n + 0.5)) / KILLS;
		await run("restore", [whole], home, (child) => void setTimeout(() => child.kill("SIGKILL"), after));
		await withoutOthers(home);
		const tables = await tablesIn(home);
		const isMarked = (await ask(home.url, "SELECT to_regclass('visualink_restore.state') IS NOT NULL AS is"))[0]?.is;
		if (tables > 0 && !isMarked) wrong.push(`killed after ${Math.round(after)} ms: ${tables} tables without a mark`);
		if (tables === 0 && (await partsIn(home)).length > 0)
			wrong.push(`killed after ${Math.round(after)} ms: files are left`);
		left[tables === 0 ? "nothing" : "filled"] += 1;
		const isDone =
			tables > 0 && (await ask(home.url, "SELECT finished_at IS NOT NULL AS is FROM visualink_restore.state"))[0]?.is;
		const again = isDone ? null : await run("restore", [whole], home);
		if (again && again.code !== 0) wrong.push(`run again after a kill at ${Math.round(after)} ms: ${again.stderr}`);
		await rm(home.dataDir, { recursive: true });
	}
	say(
		`${KILLS} restores killed over ${Math.round(ms)} ms: ${left.nothing} left nothing, ${left.filled} had filled the database whole; each was finished by the next run`,
	);
	return wrong;
}

/** The commands of docs/recovery.md: nothing is left but the bucket. */
export async function rebuildFromBucket({ dir, home, newHome, run }: Workshop, say: Say): Promise<string[]> {
	const night = await run("backup-nightly", [path.join(dir, "nights")], home);
	if (night.code !== 0) return [`the nightly backup: ${night.stderr}`];
	const before = await ask(home.url, "SELECT md5(string_agg(l::text, '' ORDER BY id)) AS links FROM links l");
	const image = (await readdir(path.join(home.dataDir, "images")))[0] ?? "";
	const bytes = await readFile(path.join(home.dataDir, "images", image));
	for (const folder of [home.dataDir, path.join(dir, "nights"), path.join(dir, "whole")])
		await rm(folder, { recursive: true });

	const fresh = await newHome();
	const fetched = path.join(dir, "fetched");
	const steps = [await run("backup-fetch", [fetched], fresh), await run("restore", [fetched], fresh)];
	const failed = steps.find(({ code }) => code !== 0);
	if (failed) return [failed.stderr];
	const port = await freePort();
	const begun = performance.now();
	const service = await startService({
		DATABASE_URL: fresh.url,
		DATA_DIR: fresh.dataDir,
		PORT: String(port),
		LOG_LEVEL: "fatal",
	});
	const started = performance.now() - begun;
	const served = await fetch(`http://127.0.0.1:${port}/images/${image}`);
	const isSame = Buffer.from(await served.arrayBuffer()).equals(bytes);
	await service.stop("SIGTERM");
	const after = await ask(fresh.url, "SELECT md5(string_agg(l::text, '' ORDER BY id)) AS links FROM links l");
	const [fetching, restoring] = steps.map(({ ms }) => (ms / 1_000).toFixed(1));
	say(
		`a lost machine from the bucket alone: fetched in ${fetching} s, restored in ${restoring} s, ready ${(started / 1_000).toFixed(1)} s later`,
	);
	return [
		...(before[0]?.links === after[0]?.links ? [] : ["the links are not those of before"]),
		...(isSame ? [] : [`/images/${image} is not served as before: ${served.status}`]),
	];
}

/** A program that lost its command ends by itself; what it left is counted after that. */
async function withoutOthers({ url }: Home): Promise<void> {
	const others =
		"SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
	while (Number((await ask(url, others))[0]?.n) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
