import { randomBytes } from "node:crypto";
import type { Db } from "#server/platform/db/connect.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";

/** A user in the database who has never signed in. */
export async function insertUser(db: Db, userSlug = `u${randomBytes(5).toString("hex")}`) {
	const [user] = await db
		.insert(users)
		.values({ id: `google-${userSlug}`, email: `${userSlug}@example.com`, userSlug })
		.returning();
	if (!user) throw new Error("No user was inserted.");
	return user;
}

/** A link in the database, made behind the service's back. */
export async function insertLink(db: Db, link: Partial<Link> & { userId: string }): Promise<Link> {
	const [inserted] = await db
		.insert(links)
		.values({
			linkSlug: randomBytes(5).toString("hex"),
			targetUrl: "https://example.com/page",
			title: "A title",
			description: "A description",
			...link,
		})
		.returning();
	if (!inserted) throw new Error("No link was inserted.");
	return inserted;
}
