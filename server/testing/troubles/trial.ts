import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, open, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { ask } from "../machine/ask-database.ts";
import { freePort } from "../machine/free-port.ts";
import { NO_STRIPE } from "../machine/no-stripe.ts";
import { ROOT } from "../machine/root.ts";
import { isTouched, type Order, type Paths, type Trouble } from "./orders.ts";
import type { Stage } from "./stage.ts";
import { address, contentOf, filesIn } from "./state.ts";

/** One command in one trouble: what it said, and what is wrong with that. */
export type Outcome = { code: number | null; said: string; wrong: string[] };

const STRANGER = 65_534;
const READY = "Visualink is ready at ";
/** Stacks, SQL, a password, and that nothing better is known. */
const UNFIT = /^\s+at |node:internal|An unexpected error|\b(?:select|insert into|update) "|s3cret/im;

/** Runs a command in a trouble, and compares database and folders with those of before. */
export async function tryOrder(stage: Stage, order: Order, trouble: Trouble): Promise<Outcome> {
	const isFull = trouble === "disk full";
	const database = await stage.database(order.isFirst || trouble === "empty database" ? "empty" : "filled", {
		isOnDisk: isFull && order.disk === "database",
	});
	const home = await stage.home({ isFirst: order.isFirst ?? false });
	const paths = pathsOf(stage, { order, home, isFull });
	if (trouble === "no rights to files" && order.closed === ".env") {
		await writeFile(path.join(home, ".env"), "");
		await chmod(path.join(home, ".env"), 0o600);
	}
	const output = path.join(isFull && order.disk === "output" ? stage.disk("full") : stage.dir, "output");
	try {
		const before = await stateOf(stage, { database, home });
		const said = await run(order, {
			...{ args: order.args(paths), cwd: home, output },
			env: {
				...environment(stage, { trouble, database }),
				...{ DATA_DIR: paths.data, PORT: String(await freePort()), ...order.env },
			},
			uid: trouble === "no rights to files" ? STRANGER : undefined,
		});
		const isSame = before === (await stateOf(stage, { database, home }));
		return { ...said, wrong: faultsOf(order, { ...said, isRefused: isTouched(order, trouble), isSame }) };
	} finally {
		await stage.clear(database);
	}
}

/** The backup that later ones verify, fetch and restore. @throws Error when it can't be made */
export async function makeWhole(stage: Stage): Promise<void> {
	const [cwd, nights] = [stage.dir, path.join(stage.dir, "nights")];
	const output = path.join(cwd, "output");
	const env = { ...environment(stage, { database: "filled" }), DATA_DIR: path.join(cwd, "filled") };
	const order = { file: "operator/backup-nightly", isService: false };
	const { code, said } = await run(order, { args: [nights], cwd, output, env, uid: undefined });
	if (code !== 0) throw new Error(said);
	await rename(path.join(nights, (await readdir(nights))[0] ?? ""), path.join(cwd, "whole"));
}

function pathsOf(stage: Stage, { order, home, isFull }: { order: Order; home: string; isFull: boolean }): Paths {
	const paths = { data: path.join(home, "data"), backups: path.join(home, "backups"), whole: path.join(home, "whole") };
	if (!isFull) return paths;
	if (order.disk === "backups") return { ...paths, backups: stage.disk("small") };
	if (order.disk === "full data") return { ...paths, data: stage.disk("full") };
	if (order.disk === "small data") return { ...paths, data: stage.disk("small") };
	return paths;
}

function environment({ server, endpoint }: Stage, { trouble, database }: { trouble?: Trouble; database: string }) {
	const urls: Partial<Record<Trouble, string>> = {
		"no database": "postgres://visualink:s3cret@127.0.0.1:1/visualink",
		"wrong password": address(server, { name: database, role: "guest" }),
		"no rights in the database": address(server, { name: database, role: "stranger" }),
	};
	return {
		// biome-ignore lint/style/noProcessEnv: a child process needs PATH
		PATH: process.env.PATH,
		...{ DATABASE_URL: (trouble && urls[trouble]) ?? address(server, { name: database }), DATABASE_WAIT_SECONDS: "0" },
		...{ PUBLIC_ORIGIN: "https://visualink.example", STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" },
		...{ BACKUP_S3_BUCKET: "backups", BACKUP_S3_ENDPOINT: endpoint },
		...{ BACKUP_S3_ACCESS_KEY_ID: "S3RVER", BACKUP_S3_SECRET_ACCESS_KEY: "S3RVER" },
		...{ NODE_OPTIONS: NO_STRIPE, NODE_NO_WARNINGS: "1" },
	};
}

type Start = { args: string[]; cwd: string; output: string; env: NodeJS.ProcessEnv; uid: number | undefined };

/** `said` is what it wrote to standard error; of the service, all that it wrote. */
async function run({ file, isService }: Pick<Order, "file" | "isService">, { args, cwd, output, env, uid }: Start) {
	const program = path.join(ROOT, "dist/server", isService ? "main.js" : `${file}.command.js`);
	const to = await open(output, "w");
	const child = spawn(process.execPath, [program, ...args], {
		...{ cwd, env, stdio: ["ignore", isService ? "pipe" : to.fd, "pipe"] },
		...(uid !== undefined && { uid, gid: uid }),
	});
	let said = "";
	for (const stream of [child.stdout, child.stderr])
		stream?.on("data", (chunk: Buffer) => {
			said += chunk;
			if (said.includes(READY)) child.kill("SIGTERM");
		});
	const [code] = await once(child, "close");
	await to.close();
	return { code: code as number | null, said };
}

/** Every row of the database, every database, and every file. */
async function stateOf(stage: Stage, { database, home }: { database: string; home: string }): Promise<string> {
	const folders = [home, ...(["small", "full"] as const).map(stage.disk)];
	const [{ all } = {}] = await ask(
		stage.server,
		"SELECT string_agg(datname, ' ' ORDER BY datname) AS all FROM pg_database",
	);
	const rows = await contentOf(address(stage.server, { name: database }));
	return JSON.stringify([rows, all, await Promise.all(folders.map(filesIn))]);
}

type Seen = { code: number | null; said: string; isRefused: boolean; isSame: boolean };

function faultsOf({ isService, disk }: Order, { code, said, isRefused, isSame }: Seen): string[] {
	if (!isRefused) return code === 0 && (isService || said === "") ? [] : [`it must work, and ended with ${code}`];
	const wrong: string[] = [];
	if (code !== 1) wrong.push(`it ended with ${code}`);
	if (UNFIT.test(said)) wrong.push("it says what an operator can't use");
	if (said.trim().split("\n").length !== 1 || said.trim() === "") wrong.push("it does not say one sentence");
	// A start goes on at the migration that failed.
	const mayChange = isService || (disk === "output" && /is done\.$/m.test(said));
	if (!isSame && !mayChange) wrong.push("something is changed, or left behind");
	return wrong;
}
