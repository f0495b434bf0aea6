import { and, eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { insertUser } from "#server/testing/app/factories.ts";
import { startTestApp } from "#server/testing/app/test-app.ts";
import { rounds, TORTURE_TIMEOUT_MS } from "#server/testing/app/torture.ts";
import { BEHAVIOURS } from "#server/testing/web/behaviours.ts";
import { openHealthWorld } from "#server/testing/web/health-world.ts";
import { linkHealth, targetHealth } from "#shared/links/health/target-health.table.ts";
import { links } from "#shared/links/links.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";

const BEGIN = "2026-11-20T12:00:00Z";
const TARGETS = rounds({ long: 1_000, short: 120 });
const DAYS = rounds({ long: 30, short: 10 });
const app = duringTests("app", async () => startTestApp());
const world = duringTests("world", async () => openHealthWorld(app.deps.db, BEGIN));

test(
	`${TARGETS} targets of ${Object.keys(BEHAVIOURS).length} kinds over ${DAYS} days: all that are gone are found, nothing else is (P681 to P684)`,
	async () => {
		const { db, pool } = app.deps;
		const owners = await Promise.all(Array.from({ length: 8 }, () => insertUser(db)));
		const kinds = Object.entries(BEHAVIOURS);
		const made = Array.from({ length: TARGETS }, (_, n) => {
			const [kind, { isHttps }] = kinds[n % kinds.length] ?? ["fine", {}];
			// A fifth share a host.
			const host = `${kind}--${n % 5 === 0 ? "shared" : n}.${isHttps ? "trusted.example" : "example"}`;
			return { kind, targetUrl: `${isHttps ? "https" : "http"}://${host}/${n % 5 === 0 ? n : ""}` };
		});
		const rows = await db
			.insert(links)
			.values(
				made.map(({ targetUrl }, n) => ({
					...{
						userId: owners[n % owners.length]?.id ?? "",
						targetUrl,
						linkSlug: `l${n}`,
						title: "T",
						description: "D",
					},
					// People open them throughout.
					lastSeenAt: new Date(world.now().getTime() + DAYS * DAY_MS),
				})),
			)
			.returning({ id: links.id });
		const goneNow = async () => {
			const gone = await db
				.select({ id: linkHealth.linkId })
				.from(linkHealth)
				.innerJoin(targetHealth, and(eq(targetHealth.target, linkHealth.target), isNotNull(targetHealth.goneSince)));
			const ids = new Set(gone.map(({ id }) => id));
			return made.flatMap(({ kind }, n) => (ids.has(rows[n]?.id ?? 0) ? [kind] : []));
		};
		const begin = world.now().getTime();
		await world.run(begin + 5.9 * DAY_MS);
		expect(new Set(await goneNow())).toContain("gone-until-6");
		await world.run(begin + 7 * DAY_MS);
		const before = await goneNow();
		world.web.breakOurs(true);
		await world.run(begin + 8 * DAY_MS);
		world.web.breakOurs(false);
		expect(await goneNow()).toEqual(before);
		await world.run(begin + DAYS * DAY_MS);

		const wanted = made.flatMap(({ kind }) => (BEHAVIOURS[kind]?.expected === "gone" ? [kind] : []));
		expect(await goneNow()).toEqual(wanted);
		const alarms = new Set(world.gone.map(({ link }) => made.find((each) => each.targetUrl === link.targetUrl)?.kind));
		expect([...alarms].filter((kind) => BEHAVIOURS[kind ?? ""]?.expected === "fine")).toEqual([]);
		// Once for each that ever was.
		expect(world.gone).toHaveLength(made.filter(({ kind }) => BEHAVIOURS[kind]?.expected !== "fine").length);
		expect(askedTooSoon()).toEqual([]);
		const { rows: left } = await pool.query("SELECT count(*) FROM target_health WHERE due_at < $1", [world.now()]);
		expect(Number(left[0]?.count)).toBeLessThan(TARGETS / 20);
	},
	TORTURE_TIMEOUT_MS,
);

/** Visits of a host less than a minute after another one; redirects within a host are one visit, at one moment of the clock. */
function askedTooSoon(): string[] {
	const moments = new Map<string, number[]>();
	for (const { host, at } of world.web.seen) {
		const known = moments.get(host) ?? [];
		if (known.at(-1) !== at) moments.set(host, [...known, at]);
	}
	return [...moments].flatMap(([host, times]) =>
		times.some((at, n) => n > 0 && at - (times[n - 1] ?? 0) < 60_000) ? [host] : [],
	);
}
