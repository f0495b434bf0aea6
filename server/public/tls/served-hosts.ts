import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";
import { codeOf } from "#server/platform/work/error-code.ts";

/** In DATA_DIR: the hosts as last read from the database, a line each. */
const FILE = "tls-hosts";
const HOST = /^[a-z0-9.-]{1,253}$/;

type Options = { dataDir: string; log: Pick<Logger, "warn"> };

/** Hosts of accounts that links are answered on, kept on disk for a start without the database. */
export type ServedHosts = ReturnType<typeof createServedHosts>;

/** The hosts as a set, of which the disk has a copy that is never half written. */
export function createServedHosts({ dataDir, log }: Options) {
	const file = path.join(dataDir, FILE);
	let hosts = new Set<string>();
	let onDisk: string | null = null;
	let writing: Promise<void> | null = null;

	/** One write at a time; what changes meanwhile is written by the next. */
	function keep(): void {
		writing ??= writeChanges().finally(() => {
			writing = null;
		});
	}

	async function writeChanges(): Promise<void> {
		for (let text = textOf(hosts); text !== onDisk; text = textOf(hosts)) {
			try {
				await writeWhole(file, text);
				onDisk = text;
			} catch (error) {
				log.warn(
					{ err: error },
					"the list of hosts for certificates was not written; trying again with the next change",
				);
				return;
			}
		}
	}

	return {
		has: (host: string) => hosts.has(host),
		/** Reads the copy on disk; without one, no host is served. */
		async load(): Promise<void> {
			try {
				onDisk = await readFile(file, "utf8");
				hosts = new Set(onDisk.split("\n").filter((line) => HOST.test(line)));
			} catch (error) {
				if (codeOf(error) !== "ENOENT") log.warn({ err: error }, "the list of hosts for certificates was not read");
			}
		},
		replace(all: Iterable<string>): void {
			hosts = new Set(all);
			keep();
		},
		set(host: string, isServed: boolean): void {
			if (isServed) hosts.add(host);
			else hosts.delete(host);
			keep();
		},
		/** Resolves once the disk has the list, or can't have it. */
		kept: async () => void (await writing),
	};
}

function textOf(hosts: Set<string>): string {
	return [...hosts]
		.sort()
		.map((host) => `${host}\n`)
		.join("");
}

/** Several processes may share the folder, so that each write has a name of its own until it is whole. */
async function writeWhole(file: string, text: string): Promise<void> {
	const fresh = `${file}.${randomBytes(6).toString("hex")}.new`;
	try {
		const handle = await open(fresh, "wx", 0o600);
		try {
			await handle.writeFile(text);
			await handle.sync();
		} finally {
			await handle.close();
		}
		await rename(fresh, file);
	} catch (error) {
		await rm(fresh, { force: true });
		throw error;
	}
}
