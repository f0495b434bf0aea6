import { and, eq, isNotNull, or } from "drizzle-orm";
import { newsOfAccess } from "#server/db/account-news.ts";
import type { Db } from "#server/db/connect.ts";
import { hasName, hasSlug } from "#server/db/former-names.ts";
import { CommandError } from "#server/operator/command-error.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import { disabledHosts } from "#shared/disabling/disabled-hosts.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import type { Subject } from "./subject.ts";

export type Disabled = {
	/** `link ada/summer`, `user bob (bob@example.com)`, `host evil.example`. */
	name: string;
	disabledAt: Date;
	reason: string | null;
};

/** A subject as the database has it. */
type Found = {
	name: string;
	disabledAt: Date | null;
	/** Disables it; without a reason, an earlier one stays. */
	disable: (state: { disabledAt: Date; reason: string | undefined }) => PromiseLike<unknown>;
	enable: () => PromiseLike<unknown>;
};

const ENABLED = { disabledAt: null, disabledReason: null };

/**
 * What an operator does about abuse. A disabled link, every link of a disabled user and every link to a disabled host
 * or its subdomains answer 410, on every process: the database announces the change (migration 0005). Each step may be
 * repeated, and returns a sentence on what is the case then.
 * @throws CommandError where there is no such link or user
 */
export function createDisabling({ db, now }: { db: Db; now: () => Date }) {
	const find = (subject: Subject): Promise<Found> => {
		if (subject.kind === "link") return findLink(db, subject);
		if (subject.kind === "user") return findUser(db, subject.slugOrEmail);
		return findHost(db, subject.host);
	};

	return {
		async disable(subject: Subject, reason?: string): Promise<string> {
			const { name, disabledAt, disable } = await find(subject);
			await disable({ disabledAt: disabledAt ?? now(), reason });
			return disabledAt ? `The ${name} was disabled already.` : `The ${name} is disabled now.`;
		},

		async enable(subject: Subject): Promise<string> {
			const { name, disabledAt, enable } = await find(subject);
			if (!disabledAt) return `The ${name} is not disabled.`;
			await enable();
			return `The ${name} is enabled again.`;
		},

		/** All that is disabled: links, then users, then hosts, each the earliest first. */
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
}

async function findLink(db: Db, { userSlug, linkSlug }: { userSlug: string; linkSlug: string }): Promise<Found> {
	const [found] = await db
		.select({ link: links, owner: users })
		.from(links)
		.innerJoin(users, eq(users.id, links.userId))
		.where(and(hasName(userSlug), hasSlug(linkSlug), or(eq(links.deleted, false), isNotNull(links.disabledAt))));
	if (!found) throw new CommandError(`There is no link ${userSlug}/${linkSlug}.`);
	const isIt = eq(links.id, found.link.id);
	return {
		name: linkName(found.owner, found.link),
		disabledAt: found.link.disabledAt,
		disable: ({ disabledAt, reason }) => db.update(links).set({ disabledAt, disabledReason: reason }).where(isIt),
		enable: () => db.update(links).set(ENABLED).where(isIt),
	};
}

async function findUser(db: Db, slugOrEmail: string): Promise<Found> {
	const isNamed = slugOrEmail.includes("@") ? eq(users.email, slugOrEmail) : hasName(slugOrEmail);
	const [user] = await db.select().from(users).where(isNamed);
	if (!user) throw new CommandError(`There is no user ${slugOrEmail}.`);
	const isThem = eq(users.id, user.id);
	return {
		name: userName(user),
		disabledAt: user.disabledAt,
		disable: ({ disabledAt, reason }) =>
			db
				.update(users)
				.set({ disabledAt, disabledReason: reason })
				.where(isThem)
				.returning({ news: newsOfAccess(users.id) }),
		enable: () => db.update(users).set(ENABLED).where(isThem),
	};
}

/** Any host can be disabled, whether a link leads there or not. */
async function findHost(db: Db, host: string): Promise<Found> {
	const isIt = eq(disabledHosts.host, host);
	const [found] = await db.select().from(disabledHosts).where(isIt);
	return {
		name: hostName(host),
		disabledAt: found?.disabledAt ?? null,
		disable: (state) => {
			const row = { ...state, host };
			return db.insert(disabledHosts).values(row).onConflictDoUpdate({ target: disabledHosts.host, set: row });
		},
		enable: () => db.delete(disabledHosts).where(isIt),
	};
}

function linkName({ userSlug }: User, { linkSlug }: Link): string {
	return `link ${userSlug}/${linkSlug}`;
}

function userName({ userSlug, email }: User): string {
	return `user ${userSlug} (${email})`;
}

function hostName(host: string): string {
	return `host ${host}`;
}

function disabledOf(name: string, { disabledAt, disabledReason: reason }: Link | User): Disabled[] {
	return disabledAt ? [{ name, disabledAt, reason }] : [];
}
