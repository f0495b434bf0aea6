import { readdirSync, readFileSync } from "node:fs";
import net from "node:net";
import { isLiving } from "#server/work/living.ts";
import { childrenOf } from "./kill-runner.ts";

/** A process and all that it started, directly or not, as long as each one's parent lives (Linux alone). */
export function familyOf(pid: number): number[] {
	return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

/** Running processes whose environment held this text when they were started, whoever their parent is by now. */
export function markedWith(text: string): number[] {
	return readdirSync("/proc")
		.map(Number)
		.filter((pid) => pid > 0 && isLiving(pid) && environmentOf(pid).includes(text));
}

function environmentOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/environ`, "latin1");
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
