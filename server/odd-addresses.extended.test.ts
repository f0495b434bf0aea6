import { beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "./testing/app/browser.ts";
import { oddAddressesOf } from "./testing/app/odd-addresses.ts";
import { type Ids, rows } from "./testing/app/route-table.ts";
import { createLink } from "./testing/app/subscriber.ts";
import { useTestApp } from "./testing/app/use-test-app.ts";

const app = useTestApp();
let owner: Browser;
let ids: Ids;
let failuresOf: ReturnType<typeof oddAddressesOf>;
beforeAll(async () => {
	owner = await app.signedIn({ plan: "pro" });
	const link = await createLink(owner);
	ids = { linkId: link.id, linkSlug: link.linkSlug };
	failuresOf = oddAddressesOf(app);
});

/** Of sign-in Google's library reads what it likes, and after the sign-out nobody is signed in. */
const addressed = rows.filter(
	({ method, template }) =>
		/^\/api\/(?!auth\/(?:google|logout))/.test(template) && (method === "GET" || template.includes(":")),
);
describe("no address is answered with a 5xx", () => {
	it.each(addressed)("$route", async (row) => {
		expect(await failuresOf(owner, row, ids)).toEqual([]);
	});
});
