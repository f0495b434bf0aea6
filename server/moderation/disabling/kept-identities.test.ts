import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { closedLink, comeBack, leaveAccount, signInAgain } from "#server/testing/app/closed-links.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { keptIdentities } from "#shared/moderation/disabling/kept-identities.table.ts";
import { linkDecisions } from "#shared/moderation/guard/link-decisions.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
const operator = (...args: string[]) => operatorCommand(app, ...args);
const make = async (owner: Subscriber) => (await owner.post(API.links.all, linkForm())).status;
const kept = () => app.deps.db.select().from(keptIdentities);

it("P463: of a disabled account that is deleted only keyed hashes and the name stay, and the person stays disabled", async () => {
	const person = await signInAgain(app, "evil.person@gmail.com");
	await operator("disable", "user", person.user.email, "--reason", "phishing, says eve@example.com");
	await leaveAccount(app, person);
	const [row] = await app.deps.db.select().from(users).where(eq(users.userSlug, person.user.userSlug));
	expect(row).toMatchObject({ firstName: null, disabledAt: expect.any(Date), disabledReason: null });
	const rows = await kept();
	expect(rows).toEqual([
		{ hash: expect.stringMatching(/^[\w-]{43}$/), userId: row?.id },
		{ hash: expect.stringMatching(/^[\w-]{43}$/), userId: row?.id },
	]);
	expect(await operator("list")).toEqual([expect.stringContaining(`user ${person.user.userSlug} (deleted)`)]);

	const back = await signInAgain(app, "evilperson+again@googlemail.com");
	expect(await make(back)).toBe(403);
	expect(back.user).toMatchObject({
		disabledAt: row?.disabledAt,
		disabledReason: `signed in again after deleting the account ${person.user.userSlug}`,
	});
	expect(await operator("list")).toEqual([expect.stringContaining(`user ${back.user.userSlug} (${back.user.email})`)]);
	await operator("enable", "user", back.user.userSlug);
	expect(await make(back)).toBe(201);
	expect(await kept()).toEqual([]);
	expect(await make(await comeBack(app, back))).toBe(201);
});

it.each([
	["e-mail address", ({ user }: Subscriber) => `+${user.email}`.slice(1).toUpperCase()],
	["name in links", ({ user }: Subscriber) => user.userSlug],
])("P464: an operator enables a person whose account is deleted, by %s", async (_, nameOf) => {
	const person = await subscriber(app, "enterprise");
	await operator("disable", "user", person.user.email);
	await leaveAccount(app, person);
	expect(await operator("enable", "user", nameOf(person))).toEqual([
		`The user ${person.user.userSlug} (deleted) is enabled again.`,
	]);
	expect(await operator("list")).toEqual(["Nothing is disabled."]);
	expect(await kept()).toEqual([]);
	expect(await make(await signInAgain(app, person.user.email))).toBe(201);
	await expect(operator("enable", "user", "nobody@example.com")).rejects.toThrow(
		"There is no user nobody@example.com.",
	);
});

it("P463: nothing stays of someone who isn't disabled, and a deleted account can't be disabled", async () => {
	const person = await subscriber(app, "enterprise");
	await leaveAccount(app, person);
	expect(await kept()).toEqual([]);
	await expect(operator("disable", "user", person.user.userSlug)).rejects.toThrow("has no account any more");
	expect(await make(await signInAgain(app, person.user.email))).toBe(201);
});

it.each([
	["forget", ["flags", "forget"], ["enable", "user"]],
	["enable", ["enable", "user"], ["flags", "forget"]],
])("P535: the hashes go with the last decision that is taken back, %s first", async (_, first, last) => {
	const person = await subscriber(app, "enterprise");
	await closedLink(app, person);
	await operator("disable", "user", person.user.email);
	const back = await comeBack(app, person);
	await operator(...first, back.user.email);
	expect(await kept()).toMatchObject([{ userId: back.user.id }, { userId: back.user.id }]);
	await operator(...last, back.user.email);
	expect(await kept()).toEqual([]);
	expect(await make(await comeBack(app, back))).toBe(201);
	expect(await kept()).toEqual([]);
});

it("P535: a deleted account about which nothing holds any more keeps no earlier hashes", async () => {
	const person = await subscriber(app, "enterprise");
	await closedLink(app, person);
	const back = await comeBack(app, person);
	expect(await kept()).toHaveLength(2);
	await app.deps.db.delete(linkDecisions).where(eq(linkDecisions.userId, back.user.id));
	await leaveAccount(app, back);
	expect(await kept()).toEqual([]);
});
