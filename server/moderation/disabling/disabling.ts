import { and, desc, eq, isNotNull, or, sql } from "drizzle-orm";
import { notificationsOfAccess } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hasName, hasSlug } from "#server/platform/db/former-names.ts";
import { isUniqueViolation } from "#server/platform/db/sql-errors.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { disabledHosts } from "#shared/moderation/disabling/disabled-hosts.table.ts";
import { disableDomainsOfHosts, domainsAt } from "./domains-of-hosts.ts";
import { forgetIdentity } from "./kept-identities.ts";
import { mailOwnersOfHost } from "./mail-owners.ts";
import type { Subject } from "./subject.ts";

export type Disabled = {
	name: string;
	disabledAt: Date;
	reason: string | null;
};

export type Found = { kind: "link"; id: number } | { kind: "user"; id: string } | { kind: "host"; host: string };
/** A subject, or an earlier result by id. */
export type Named = Subject | Found;
export type Done = { said: string; found: Found };

type Row = {
	found: Found;
	name: string;
	disabledAt: Date | null;
	/** Disables it; an earlier reason stays unless a new one is given. @returns the changed rows */
	disable: (state: { disabledAt: Date; reason: string | undefined }) => PromiseLike<unknown[]>;
	enable: () => PromiseLike<unknown>;
};

type Reader = Pick<Db, "select" | "update" | "insert" | "delete" | "execute">;
type Options = {
	db: Reader;
	now: () => Date;
	userIdOf?: (db: Reader, email: string) => Promise<string | null>;
};

const ENABLED = { disabledAt: null, disabledReason: null };

/**
 * Operators' actions against abuse: everything disabled answers 410 in every process, notified by migration 0005. Each
 * is idempotent and returns the resulting state.
 * @throws CommandError if the subject doesn't exist
 */
export function createDisabling({ db, now, userIdOf = async () => null }: Options) {
	const find = (named: Named): Promise<Row> => {
		if (named.kind === "link") return findLink(db, named);
		if (named.kind === "user") return findUser(named);
		return named.kind === "domain" ? findDomain(named.host) : findHost(named.host);
	};

	return {
		async disable(named: Named, reason?: string): Promise<Done> {
			const { name, found, disabledAt, disable } = await find(named);
			const changed = await disable({ disabledAt: disabledAt ?? now(), reason });
			// Its owner deleted the link or the account in the meantime.
			if (changed.length === 0) throw new CommandError(`The ${name} has just been deleted: nothing was disabled.`);
			return { found, said: disabledAt ? `The ${name} was disabled already.` : `The ${name} is disabled now.` };
		},

		async enable(named: Named): Promise<Done> {
			const { name, found, disabledAt, enable } = await find(named);
			if (!disabledAt) return { found, said: `The ${name} is not disabled.` };
			await enable();
			return { found, said: `The ${name} is enabled again.` };
		},

		/** Everything disabled: links, users, then hosts, each oldest first. */
		async list(): Promise<Disabled[]> {
			const { disabledAt } = links;
			const ofLinks = await db
				.select({ link: links, owner: users })
				.from(links)
				.innerJoin(users, eq(users.id, links.userId))
				.where(isNotNull(disabledAt))
				.orderBy(disabledAt);
			const ofUsers = await db.select().from(users).where(isNotNull(users.disabledAt)).orderBy(users.disabledAt);
			const ofHosts = await db.select().from(disabledHosts).orderBy(disabledHosts.disabledAt);
			return [
				...ofLinks.flatMap(({ link, owner }) => disabledOf(linkName(owner, link), link)),
				...ofUsers.flatMap((user) => disabledOf(userName(user), user)),
				...ofHosts.map(({ host, ...disabled }) => ({ name: hostName(host), ...disabled })),
			];
		},
	};

	async function findUser(named: Extract<Named, { kind: "user" }>): Promise<Row> {
		const isNamed = "id" in named ? eq(users.id, named.id) : isCalled(named.slugOrEmail);
		const [present] = await db.select().from(users).where(isNamed);
		const user = present ?? ("id" in named ? undefined : await deleted(named.slugOrEmail));
		if (!user) throw new CommandError(`There is no user ${"id" in named ? named.id : named.slugOrEmail}.`);
		const isThem = eq(users.id, user.id);
		return {
			found: { kind: "user", id: user.id },
			name: userName(user),
			disabledAt: user.disabledAt,
			disable: async ({ disabledAt, reason }) => {
				if (user.deletedAt) throw new CommandError(`The ${userName(user)} has no account any more.`);
				return db
					.update(users)
					.set({ disabledAt, disabledReason: reason })
					.where(isThem)
					.returning({ id: users.id, notifications: notificationsOfAccess(users.id) });
			},
			enable: async () => {
				await db.update(users).set(ENABLED).where(isThem);
				await forgetIdentity(db, user.id);
			},
		};
	}

	async function findHost(host: string): Promise<Row> {
		const isIt = eq(disabledHosts.host, host);
		const [found] = await db.select().from(disabledHosts).where(isIt);
		return {
			found: { kind: "host", host },
			name: hostName(host),
			disabledAt: found?.disabledAt ?? null,
			disable: async (state) => {
				const row = { ...state, host };
				const set = db.insert(disabledHosts).values(row);
				const done = await set.onConflictDoUpdate({ target: disabledHosts.host, set: row }).returning();
				await disableDomainsOfHosts(db, state.disabledAt);
				if (!found) await mailOwnersOfHost(db, host, state.disabledAt);
				return done;
			},
			enable: async () => {
				await db.delete(disabledHosts).where(isIt);
				await disableDomainsOfHosts(db, now());
			},
		};
	}

	/** A domain is disabled with its host, so that nobody can add it again. */
	async function findDomain(host: string): Promise<Row> {
		const rows = await domainsAt(db, host);
		const byHost = await findHost(host);
		// Removed by its owner since it was disabled.
		if (rows.length === 0 && byHost.disabledAt) return byHost;
		if (rows.length === 0) throw new CommandError(`No account has the domain ${host}.`);
		const owners = [...new Set(rows.map(({ owner }) => owner.userSlug))].join(", ");
		const name = `domain ${host} (${owners})`;
		const own = rows.find(({ domain }) => domain.host === host)?.domain;
		if (byHost.disabledAt || !own?.disabledAt) return { ...byHost, name };
		const enable = () => {
			throw new CommandError(`The ${name} is disabled with a host above it: enable that one.`);
		};
		return { ...byHost, name, disabledAt: own.disabledAt, enable };
	}

	async function deleted(email: string): Promise<User | undefined> {
		const id = email.includes("@") ? await userIdOf(db, email) : null;
		if (id === null) return undefined;
		const [user] = await db.select().from(users).where(eq(users.id, id));
		return user;
	}
}

/** Finds the live link, else a deleted one. Locks the owner's row, as all operators' decisions do. */
async function findLink(db: Reader, named: Extract<Named, { kind: "link" }>): Promise<Row> {
	const isNamed = "id" in named ? eq(links.id, named.id) : and(hasName(named.userSlug), hasSlug(named.linkSlug));
	const isTaken = or(eq(links.deleted, false), isNotNull(links.disabledAt));
	const [row] = await db
		.select({ link: links, owner: users })
		.from(links)
		.innerJoin(users, eq(users.id, links.userId))
		.where(isNamed)
		.orderBy(desc(sql`${isTaken}`), desc(links.id))
		.limit(1)
		.for("no key update", { of: users });
	if (!row) {
		throw new CommandError(`There is no link ${"id" in named ? named.id : `${named.userSlug}/${named.linkSlug}`}.`);
	}
	const { link, owner } = row;
	const isIt = eq(links.id, link.id);
	return {
		found: { kind: "link", id: link.id },
		name: linkName(owner, link),
		disabledAt: link.disabledAt,
		disable: ({ disabledAt, reason }) =>
			db
				.update(links)
				.set({ disabledAt, disabledReason: reason })
				.where(isIt)
				.returning({ id: links.id })
				.catch((error: unknown) => {
					if (!isUniqueViolation(error, "links_user_slug") && !isUniqueViolation(error, "link_aliases_slug"))
						throw error;
					const name = linkName(owner, link);
					throw new CommandError(`The ${name} was deleted, and its address leads to another link: disable that one.`);
				}),
		enable: () => db.update(links).set(ENABLED).where(isIt),
	};
}

function isCalled(slugOrEmail: string) {
	return slugOrEmail.includes("@") ? eq(users.email, slugOrEmail) : hasName(slugOrEmail);
}

function linkName({ userSlug }: User, { linkSlug }: Link): string {
	return `link ${userSlug}/${linkSlug}`;
}

function userName({ userSlug, email, deletedAt }: User): string {
	return `user ${userSlug} (${deletedAt ? "deleted" : email})`;
}

function hostName(host: string): string {
	return `host ${host}`;
}

function disabledOf(name: string, { disabledAt, disabledReason: reason }: Link | User): Disabled[] {
	return disabledAt ? [{ name, disabledAt, reason }] : [];
}
