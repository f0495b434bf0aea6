import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Debian's, the whole browser first: it is what people have. The headless shell is smaller and faster. */
const DEBIAN = ["chromium", "chromium-headless-shell"];
/** How long a download may take to show its first progress. */
const BEGIN_MS = 10_000;

/**
 * Installs Playwright's own Chromium, or, if that can't be downloaded, Debian's. As root it installs the libraries that
 * Chromium needs as well.
 */
export async function fetchChromium(): Promise<void> {
	const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
	if (await downloads("npx", ["playwright", "install", "chromium"])) {
		if (isDebianRoot) spawnSync("npx", ["playwright", "install-deps", "chromium"], { stdio: "inherit" });
		return;
	}
	process.stdout.write("Playwright's Chromium can't be downloaded here.\n");
	if (!isDebianRoot) return;
	process.stdout.write("Installing Debian's Chromium instead …\n");
	// biome-ignore lint/style/noProcessEnv: a child needs PATH and HOME
	const options = { stdio: "pipe", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
	execFileSync("apt-get", ["update", "-qq"], options);
	DEBIAN.some((name) => {
		return spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options).status === 0;
	});
}

/**
 * Runs a download, and ends it at its first error or if it shows no progress: Playwright repeats what failed five times.
 * @returns whether it ended well
 */
export async function downloads(command: string, args: string[], beginMs = BEGIN_MS): Promise<boolean> {
	// Its own process group, because npx runs the download in a child's child.
	const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], detached: true });
	const giveUp = () => {
		if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
	};
	const timer = setTimeout(giveUp, beginMs);
	const read = (text: Buffer) => {
		if (/^Error: /m.test(String(text))) return giveUp();
		if (/\d%/.test(String(text))) clearTimeout(timer);
		process.stdout.write(text);
	};
	child.stdout.on("data", read);
	child.stderr.on("data", read);
	const code = await new Promise<number | null>((resolve) => {
		child.once("error", () => resolve(null));
		child.once("close", resolve);
	});
	clearTimeout(timer);
	return code === 0;
}
