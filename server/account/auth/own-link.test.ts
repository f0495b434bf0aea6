import { beforeAll, describe, expect, it } from "vitest";
import { routesOf } from "#server/testing/app/routes.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";

const app = useTestApp();
let owner: Subscriber;
let foreignId: number;
beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	foreignId = (await createLink(await subscriber(app))).id;
});

/** Every route that names a link by its id; a new one is tested without being named here. */
const routes = () => routesOf(app.express).filter((route) => /\/links\/:id(?:\/|$)/.test(route));

async function answerOf(route: string, id: string | number) {
	const [method, path = ""] = route.split(" ");
	const send = owner[method?.toLowerCase() as "get" | "post" | "put" | "delete"] as Subscriber["post"];
	const answer = await send(path.replace(":id", String(id)).replace(":target", "x"));
	return [route, id, answer.status, await answer.json()];
}

const notFound = (route: string, id: string | number) => [
	route,
	id,
	404,
	{ kind: "not_found", code: "link_not_found", message: "Link not found" },
];

describe("a link in the path (P282)", () => {
	it("is not found where it is another user's", async () => {
		for (const route of routes()) expect(await answerOf(route, foreignId)).toEqual(notFound(route, foreignId));
	});

	it.each(["0", "007", "-1", "1.5", "1e3", "abc", "2147483647", "2147483648", "99999999999", "1%00", "%2B1", "%D9%A1"])(
		"is not found by the id %s",
		async (id) => {
			for (const route of routes()) expect(await answerOf(route, id)).toEqual(notFound(route, id));
		},
	);
});
