import type pg from "pg";
import { expect, test, vi } from "vitest";
import { keepMarkBehind } from "./aggregate-mark.ts";

/** A restored database, whose table of views is not to be had as often as this says. */
function restored({ timesInUse, code = "55P03" }: { timesInUse: number; code?: string }) {
	const asked: string[] = [];
	let left = timesInUse;
	const query = async (query: string | { text: string }) => {
		const text = typeof query === "string" ? query : query.text;
		asked.push(/^(BEGIN|COMMIT|ROLLBACK|DO)\b/.exec(text)?.[0] ?? "");
		if (text.startsWith("LOCK TABLE views") && left-- > 0) throw Object.assign(new Error("in use"), { code });
		return { rows: text.includes("isBehind") ? [{ isBehind: false }] : [] };
	};
	const release = vi.fn();
	const pool = { query, connect: async () => ({ query, release }) } as unknown as pg.Pool;
	return { pool, release, asked: () => asked.filter(Boolean).join(" ") };
}

test("whoever reads views for a while keeps no restored service from its start", async () => {
	const { pool, release, asked } = restored({ timesInUse: 1 });
	await keepMarkBehind(pool);
	expect(asked()).toBe("BEGIN ROLLBACK BEGIN DO COMMIT");
	expect(release.mock.calls).toEqual([[false], [false]]);
});

test("another error is told at once, and a stop ends the tries", async () => {
	const broken = restored({ timesInUse: 9, code: "XX001" });
	await expect(keepMarkBehind(broken.pool)).rejects.toMatchObject({ code: "XX001" });
	const inUse = restored({ timesInUse: 9 });
	await expect(keepMarkBehind(inUse.pool, AbortSignal.abort())).rejects.toMatchObject({ code: "55P03" });
	expect([broken.asked(), inUse.asked()]).toEqual(["BEGIN ROLLBACK", "BEGIN ROLLBACK"]);
});
