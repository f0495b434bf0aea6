import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { closedLink, comeBack, EVIL, HONEST, leaveAccount, signInAgain } from "#server/testing/app/closed-links.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();

const LEAVING = "leaving.person";
let people = 0;

/** Ways to come back after the account of a disabled person, named `leaving.person{n}@gmail.com`, is deleted. */
const RETURNS: [string, (owner: Subscriber, n: number) => Promise<Subscriber>][] = [
	["with the same Google account", (owner) => comeBack(app, owner)],
	["twice", async (owner) => comeBack(app, await comeBack(app, owner))],
	[
		"with the same address of another Google account",
		async (owner) => {
			await leaveAccount(app, owner);
			app.sandbox?.google.setPerson(owner.user.email, { sub: `2${owner.user.id.slice(1)}` });
			return signInAgain(app, owner.user.email);
		},
	],
	[
		"with another address of the same Google account",
		async (owner, n) => {
			await leaveAccount(app, owner);
			app.sandbox?.google.setPerson(`moved${n}@example.org`, { sub: owner.user.id });
			return signInAgain(app, `moved${n}@example.org`);
		},
	],
	["without dots", (owner, n) => comeBack(app, owner, `leavingperson${n}@gmail.com`)],
	["with other dots", (owner, n) => comeBack(app, owner, `l.eavingperson${n}@gmail.com`)],
	["with a plus", (owner, n) => comeBack(app, owner, `${LEAVING}${n}+again@gmail.com`)],
	["by googlemail.com", (owner, n) => comeBack(app, owner, `${LEAVING}${n}@googlemail.com`)],
	["with dots and a plus by googlemail.com", (owner, n) => comeBack(app, owner, `lea.vingperson${n}+x@googlemail.com`)],
	[
		"in capitals",
		async (owner, n) => {
			app.sandbox?.google.setPerson(`capitals${n}@gmail.com`, { email: `LEAVING.Person${n}@Gmail.com` });
			await leaveAccount(app, owner);
			const back = await app.signedIn({ email: `capitals${n}@gmail.com` });
			const [user] = await app.deps.db
				.select()
				.from(users)
				.where(eq(users.email, `leaving.person${n}@gmail.com`));
			return { ...back, user: user as Subscriber["user"] };
		},
	],
	["with a plus, while the account is still there", (_, n) => signInAgain(app, `${LEAVING}${n}+again@gmail.com`)],
	[
		"after another name in links",
		async (owner, n) => {
			await operatorCommand(app, "enable", "user", owner.user.email);
			await owner.put(API.account.name, { name: `renamed-${n}` });
			await operatorCommand(app, "disable", "user", `renamed-${n}`);
			return comeBack(app, owner);
		},
	],
];

it.each(RETURNS)("P463: a disabled person stays disabled who comes back %s", async (_, back) => {
	const n = ++people;
	const owner = await signInAgain(app, `${LEAVING}${n}@gmail.com`);
	await operatorCommand(app, "disable", "user", owner.user.email);
	const person = await back(owner, n);
	const refused = await person.post(API.links.all, linkForm());
	expect([refused.status, await refused.json()]).toMatchObject([403, { code: "account_disabled" }]);
	expect((await person.get(API.auth.user)).status).toBe(200);
});

it("P463: an operator who disables someone who leaves at that moment gets an error, or it holds, 10 times", async () => {
	for (let n = 0; n < 10; n++) {
		const owner = await subscriber(app, "enterprise");
		const disabled = operatorCommand(app, "disable", "user", owner.user.email).catch((error: Error) => error);
		const [said] = await Promise.all([disabled, leaveAccount(app, owner)]);
		const back = await signInAgain(app, owner.user.email);
		const { status } = await back.post(API.links.all, linkForm());
		expect([status, said instanceof Error], String(said)).toEqual(said instanceof Error ? [201, true] : [403, false]);
	}
});

it.each(["block", "disable"] as const)(
	"P463: %s holds for an owner who deletes the account and comes back",
	async (how) => {
		const owner = await subscriber(app, "enterprise");
		await closedLink(app, owner, how);
		const back = await comeBack(app, owner);
		expect(
			(await back.post(API.links.all, linkForm({ ...EVIL, title: HONEST.title, description: HONEST.description })))
				.status,
		).toBe(400);
		expect(
			(await back.post(API.links.all, linkForm({ ...EVIL, targetUrl: "https://elsewhere.example/" }))).status,
		).toBe(400);
		expect((await back.post(API.links.all, linkForm())).status).toBe(201);
	},
);
