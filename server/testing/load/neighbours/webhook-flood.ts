import { WEBHOOK_EVENTS } from "#shared/api/webhooks/webhook.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Attack, Kit } from "./attacks.ts";
import { WEB } from "./messages.ts";
import { json } from "./shots.ts";

/** Of `accounts.ts`: the one with 15,000 links, the one with 2,000, and three others. */
const OWNERS = [2, 1, 28, 29, 30];
const HOOKS = 2;

/** Endpoints that drip until they are given up, with thousands of events due: a renamed tag changes each of 15,000 links. */
export const WEBHOOK_FLOOD: Attack = { name: "webhook flood", run: flood };

async function flood(kit: Kit): Promise<void> {
	const owners = OWNERS.flatMap((n) => kit.accounts[n] ?? []);
	const made: { cookie: string; id: number }[] = [];
	for (const [n, { cookie }] of owners.entries()) {
		for (let hook = 0; hook < HOOKS; hook += 1) {
			const url = `http://${WEB.host(n * HOOKS + hook)}/drip`;
			const body = json({ url, events: WEBHOOK_EVENTS });
			const answer = await kit.send({ method: "POST", path: API.webhooks.all, cookie, ...body });
			const { id } = JSON.parse(answer ?? "{}") as { id?: number };
			if (id !== undefined) made.push({ cookie, id });
		}
	}
	const names = owners.map(() => "news");
	await kit.flood(
		(n) => {
			const at = n % owners.length;
			const path = API.links.tag(names[at] ?? "");
			names[at] = `news ${kit.phase} ${n}`;
			return { method: "PUT", path, cookie: owners[at]?.cookie ?? "", ...json({ name: names[at] }) };
		},
		{ atOnce: 1, perSecond: 4 },
	);
	for (const { cookie, id } of made) {
		await kit.send({ method: "PATCH", path: API.webhooks.one(id), cookie, ...json({ isEnabled: false }) });
	}
}
