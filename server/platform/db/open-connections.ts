import type pg from "pg";

/** Opens `count` connections, which the pool keeps. */
export async function openConnections(pool: pg.Pool, count: number): Promise<void> {
	const made = await Promise.allSettled(
		Array.from({ length: Math.min(count, pool.options.max) }, () => pool.connect()),
	);
	for (const each of made) if (each.status === "fulfilled") each.value.release();
	for (const each of made) if (each.status === "rejected") throw each.reason;
}
