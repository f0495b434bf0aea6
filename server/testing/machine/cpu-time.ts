import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** Clock ticks a second, as the kernel counts in /proc (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** CPU seconds that a process has used so far, its ended children's too; 0 where there is no /proc. */
export function cpuSecondsOf(pid: number): number {
	try {
		// Fields 14 to 17 (proc(5)); the name in field 2 may hold spaces.
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
			.replace(/^.*\) /, "")
			.split(" ");
		return (
			fields
				.slice(11, 15)
				.map(Number)
				.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND
		);
	} catch {
		return 0;
	}
}

/** The same for every living child of a process. */
export function cpuSecondsOfChildren(parent: number): number {
	return processes()
		.filter((pid) => parentOf(pid) === parent)
		.map(cpuSecondsOf)
		.reduce((sum, seconds) => sum + seconds, 0);
}

export function parentOf(pid: number): number {
	try {
		return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
	} catch {
		return 0;
	}
}

/** The process that started the one behind a connection: PostgreSQL's first, whose children do the work. */
export async function postmasterOf(database: Pick<pg.ClientBase, "query">): Promise<number> {
	const { rows } = await database.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
	return parentOf(rows[0]?.pid ?? 0);
}

function processes(): number[] {
	try {
		return readdirSync("/proc")
			.map(Number)
			.filter((pid) => pid > 0);
	} catch {
		return [];
	}
}
