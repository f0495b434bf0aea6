import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { hostIsDisabled } from "#server/moderation/disabling/disabled-hosts.ts";
import { imageOriginsOf, type Origins } from "#server/platform/config/origins.ts";
import { DOMAIN_IS_LIVE } from "#server/platform/db/link-domain.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import type { LinkCache } from "./link-cache.ts";

/** A host that an account has verified. */
export type OwnDomain = {
	id: number;
	host: string;
	userId: string;
	userSlug: string;
	/** False once it was lost, or it or its owner was disabled: it answers 404. */
	isServed: boolean;
	/** Where the host itself and its unknown slugs lead; null for a plain 404. */
	rootTarget: string | null;
	unknownTarget: string | null;
	/** Whether the last check found that its DNS leads here. */
	pointsHere: boolean;
};

type Options = {
	pool: pg.Pool;
	linkCache: Pick<LinkCache<object>, "invalidateOwner">;
	origins: Origins;
	/** Receives the served hosts whenever they change. */
	servedHosts?: ServedHosts | undefined;
	log: Logger;
};

/** What keeps a list of the hosts that are served. */
export type ServedHosts = {
	replace: (hosts: Iterable<string>) => void;
	set: (host: string, isServed: boolean) => void;
};

/** What no notification says: names. */
const RELOAD_MS = 60_000;
const RETRY_MS = 1_000;
/** Domains per question: 10,000 at once would hold up requests for 60 ms. */
const PAGE = 500;

/** Hosts that were never verified have no row here: a claim alone changes nothing. */
const FIND = `SELECT DISTINCT ON (d.host) d.id, d.host, d.user_id AS "userId", u.user_slug AS "userSlug",
		${DOMAIN_IS_LIVE} AND u.disabled_at IS NULL AND u.deleted_at IS NULL AS "isServed",
		CASE WHEN NOT ${hostIsDisabled("d.root_target")} THEN d.root_target END AS "rootTarget",
		CASE WHEN NOT ${hostIsDisabled("d.unknown_target")} THEN d.unknown_target END AS "unknownTarget",
		coalesce(d.pointed_at >= d.checked_at, false) AS "pointsHere"
	FROM domains d JOIN users u ON u.id = d.user_id
	WHERE (d.verified_at IS NOT NULL OR d.failing_since IS NOT NULL) AND ($1::text IS NULL OR d.host = $1)
		AND d.host > $2
	ORDER BY d.host, d.verified_at IS NULL, d.id LIMIT ${PAGE}`;

export type OwnDomains = ReturnType<typeof createOwnDomains>;

/** Every verified host in memory: a request costs one look at a map. While the database is away, the last known ones. */
export function createOwnDomains({ pool, linkCache, origins, servedHosts, log }: Options) {
	/** As nearly every request names them: no other look is needed. */
	const ours = new Set(imageOriginsOf(origins).map((origin) => new URL(origin).host));
	const byHost = new Map<string, OwnDomain>();
	/** Hosts found since the last reload began: it drops all others. */
	let found = new Set<string>();
	/** One question after another, so that no older answer comes last. */
	let asked: Promise<unknown> = Promise.resolve();
	const reloads = repeat({
		work: loadAll,
		everyMs: RELOAD_MS,
		retryMs: RETRY_MS,
		failed: (error) => log.warn({ err: error }, "domains were not read; the last known ones are used"),
	});

	function ask(host: string | null, after = ""): Promise<OwnDomain[]> {
		const answer = asked.then(async () => (await pool.query<OwnDomain>(FIND, [host, after])).rows);
		asked = answer.catch(() => {});
		return answer;
	}

	async function loadAll(): Promise<undefined> {
		found = new Set();
		let page: OwnDomain[] = [];
		do {
			page = await ask(null, page.at(-1)?.host);
			for (const row of page) keep(row);
		} while (page.length === PAGE);
		for (const host of byHost.keys()) if (!found.has(host)) byHost.delete(host);
		servedHosts?.replace([...byHost.values()].flatMap(({ host, isServed }) => (isServed ? [host] : [])));
	}

	function keep(domain: OwnDomain): void {
		found.add(domain.host);
		byHost.set(domain.host, domain);
	}

	async function load(host: string): Promise<void> {
		try {
			const [after] = await ask(host);
			const before = byHost.get(host);
			if (after) keep(after);
			else byHost.delete(host);
			servedHosts?.set(host, after?.isServed ?? false);
			// Cards name the host of their links.
			for (const each of [before, after]) if (each) linkCache.invalidateOwner(each.userSlug);
		} catch (error) {
			log.warn({ err: error }, "a changed domain was not read; trying again");
			reloads.wake();
		}
	}

	return {
		/** The domain that a Host header names, with or without a port and a dot at its end; null for any other host. */
		of(header: string | undefined): OwnDomain | null {
			if (byHost.size === 0 || header === undefined || ours.has(header)) return null;
			return byHost.get(header) ?? byHost.get(plainHost(header)) ?? null;
		},
		/** Hosts that are served, and whose DNS leads here. */
		pointingHere: () =>
			[...byHost.values()].filter(({ isServed, pointsHere }) => isServed && pointsHere).map(({ host }) => host),
		/** To be called once a change of this host has been committed. */
		changed: (host: string) => void load(host),
		/** To be called once a user or a host was disabled or enabled. */
		changedAny: () => reloads.wake(),
		/** What changed while nothing was heard is read at once. */
		isSubscribed: (heard: boolean) => heard && reloads.wake(),
		/** To be awaited before the first request, which would find no domain; tries again until all were read. */
		async readAll(stopping: AbortSignal): Promise<void> {
			while (!stopping.aborted) {
				try {
					return await loadAll();
				} catch (error) {
					log.warn({ err: error }, "domains were not read; trying again");
					await delay(RETRY_MS, undefined, { signal: stopping }).catch(() => {});
				}
			}
		},
		async start() {
			reloads.start();
			await reloads.run();
		},
		stop: reloads.stop,
	};
}

function plainHost(header: string): string {
	return header.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}
