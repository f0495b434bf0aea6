import { eq } from "drizzle-orm";
import { userNames } from "#shared/account/auth/user-names.table.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { LinkView } from "#shared/links/link.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { cookieOf } from "./browser.ts";
import { operatorCommand } from "./operator-command.ts";
import { rawRequest } from "./raw-request.ts";
import { createLink, type Subscriber, subscribe } from "./subscriber.ts";
import type { TestApp } from "./test-app.ts";
import { until } from "./until.ts";

/** A card that the guard flags, and a target that an operator closes. */
export const EVIL = {
	title: "PayPal",
	description: "Please verify your account",
	targetUrl: "https://bücher-evil.example/login%20page?next=1",
};
/** A card that the guard finds nothing wrong with. */
export const HONEST = { title: "Summer", description: "All of June", targetUrl: "https://honest.example/" };

const PERSON =
	"User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36\r\nAccept-Language: en\r\n";

/** Makes a flagged link, and has an operator close it: `block` its flag, or `disable` it. */
export async function closedLink(
	app: TestApp,
	owner: Subscriber,
	how: "block" | "disable" = "block",
): Promise<LinkView> {
	const link = await createLink(owner, { ...EVIL, customLinkSlug: "mine" });
	await close(app, owner, link, how);
	return link;
}

export async function close(app: TestApp, { user }: Subscriber, { linkSlug }: LinkView, how: "block" | "disable") {
	const name = `${user.userSlug}/${linkSlug}`;
	return how === "block" ? operatorCommand(app, "flags", "block", name) : operatorCommand(app, "disable", "link", name);
}

/** The addresses of an owner's links, by all names, slugs and aliases, that lead a person to another host than the honest one. */
export async function openAddresses(app: TestApp, userId: string): Promise<string[]> {
	const { db } = app.deps;
	const slugs = [
		...(await db.select({ slug: links.linkSlug }).from(links).where(eq(links.userId, userId))),
		...(await db.select({ slug: linkAliases.slug }).from(linkAliases).where(eq(linkAliases.userId, userId))),
	];
	const names = await db.select({ name: userNames.slug }).from(userNames).where(eq(userNames.userId, userId));
	const open: string[] = [];
	for (const { name } of names) {
		for (const { slug } of slugs) {
			const { status, headers, body } = await visit(app, `/go/${name}/${slug}`);
			const isHonest = headers.get("location")?.startsWith("https://honest.example/");
			if (![404, 410].includes(status) && !isHonest)
				open.push(`${name}/${slug}: ${status} ${headers.get("location") ?? body.slice(0, 80)}`);
		}
	}
	return open;
}

export function visit(app: TestApp, path: string) {
	return rawRequest(app.origin, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${PERSON}\r\n`);
}

/** Deletes the account, without Stripe, and signs in again with this address, with a subscription. */
export async function comeBack(app: TestApp, owner: Subscriber, email = owner.user.email): Promise<Subscriber> {
	await leaveAccount(app, owner);
	return signInAgain(app, email);
}

export async function leaveAccount(app: TestApp, owner: Subscriber): Promise<void> {
	const { db } = app.deps;
	const [{ userSlug } = owner.user] = await db.select().from(users).where(eq(users.id, owner.user.id));
	await db.delete(subscriptions).where(eq(subscriptions.userId, owner.user.id));
	const { status } = await owner.delete(API.account.all, { confirm: userSlug });
	if (status !== 204) throw new Error(`The account was not deleted: ${status}`);
}

export async function signInAgain(app: TestApp, email: string): Promise<Subscriber> {
	const browser = await app.signedIn({ email });
	const { email: known } = (await (await browser.get(API.auth.user)).json()) as Pick<User, "email">;
	const [user] = await app.deps.db.select().from(users).where(eq(users.email, known));
	if (!user) throw new Error(`${email} was not signed in.`);
	await subscribe(app, user, "enterprise");
	return { ...browser, user };
}

/** Brings links by a file, and waits until all of its rows are done. @returns the states of the rows */
export async function importLinks(app: TestApp, owner: Subscriber, rows: string[]): Promise<unknown> {
	const headers = { "Content-Type": "text/csv", Cookie: cookieOf(owner) };
	const body = ["slug,target_url,title,description", ...rows].join("\n");
	const { id } = (await (await fetch(app.origin + API.imports.all, { method: "POST", headers, body })).json()) as {
		id: string;
	};
	await owner.post(API.imports.start(id), {});
	await until(async () => ((await (await owner.get(API.imports.all)).json()) as { state: string }).state !== "running");
	return (await owner.get(API.imports.rows(id))).json();
}
