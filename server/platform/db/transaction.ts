import type pg from "pg";

/** Runs `work` in one transaction. A connection whose transaction can't be ended is discarded. */
export async function inTransaction<Result>(
	pool: pg.Pool,
	work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
	const client = await pool.connect();
	let isBroken = false;
	try {
		await client.query("BEGIN");
		const result = await work(client);
		await client.query("COMMIT");
		return result;
	} catch (error) {
		await client.query("ROLLBACK").catch(() => {
			isBroken = true;
		});
		throw error;
	} finally {
		client.release(isBroken);
	}
}
