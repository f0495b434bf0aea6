import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import net from "node:net";
import { isProcessAlive } from "#server/platform/work/process-alive.ts";
import { childrenOf } from "./kill-runner.ts";

/** A socket's state, and the place of its inode, in the kernel's tables. */
const LISTENING = "0A";
const INODE = 9;

/** A process and all that it started, directly or not, as long as each one's parent lives (Linux alone). */
export function familyOf(pid: number): number[] {
	return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

/** Running processes whose environment held this text when they were started, anyone who their parent is by now. */
export function markedWith(text: string): number[] {
	return readdirSync("/proc")
		.map(Number)
		.filter((pid) => pid > 0 && isProcessAlive(pid) && environmentOf(pid).includes(text));
}

function environmentOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/environ`, "latin1");
	} catch {
		return "";
	}
}

/** Running processes that take connections on a port, as the system itself has it (Linux alone). */
export function listenersOn(port: number): number[] {
	const sockets = new Set(["tcp", "tcp6"].flatMap((table) => socketsIn(table, port)));
	return readdirSync("/proc")
		.map(Number)
		.filter((pid) => pid > 0 && isProcessAlive(pid) && openFilesOf(pid).some((file) => sockets.has(file)));
}

/** The listening ones of a table of the kernel's (proc_pid_net(5)), as open files are named. */
function socketsIn(table: string, port: number): string[] {
	const address = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
	return readFileSync(`/proc/net/${table}`, "utf8")
		.split("\n")
		.map((line) => line.trim().split(/\s+/))
		.filter(([, local, , state]) => local?.endsWith(address) && state === LISTENING)
		.map((fields) => `socket:[${fields[INODE]}]`);
}

function openFilesOf(pid: number): string[] {
	try {
		return readdirSync(`/proc/${pid}/fd`).map((name) => linkOf(`/proc/${pid}/fd/${name}`));
	} catch {
		return [];
	}
}

/** Where a link leads; nowhere when its file was closed meanwhile. */
function linkOf(link: string): string {
	try {
		return readlinkSync(link);
	} catch {
		return "";
	}
}

/** Whether anything takes connections there. */
export function isListening(port: number, host: string): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = net.connect({ port, host });
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
		socket.once("connect", () => socket.destroy());
	});
}
