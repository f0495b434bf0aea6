import type { Subscriber } from "#server/testing/app/subscriber.ts";
import { createLink, linkForm } from "#server/testing/app/subscriber.ts";
import type { TestApp } from "#server/testing/app/test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Is in all of an account's texts, so that an answer to another account shows what it must not have. No request names it. */
export const MARK = "only-its-owner-reads-this";

/** What an account has; ids as texts, as paths have them. */
export type Possessions = { marked: string; ids: Record<string, string>; byPath: Record<string, string> };

let accounts = 0;

/** Gives an account one of each thing, all of them marked. */
export async function possessionsOf(app: TestApp, owner: Subscriber): Promise<Possessions> {
	const marked = `${MARK}-${++accounts}`;
	const ids = { target: "x", tag: `tag of ${accounts}`, externalId: `external-${accounts}` };
	const link = await createLink(owner, { title: marked, description: marked, tags: `${marked}, ${ids.tag}` });
	await expectOk(await owner.put(API.links.card(link.id, "x"), linkForm({ title: `${marked} on X` })));
	const utm = { name: marked, source: marked, medium: "", campaign: "", term: "", content: "" };
	await expectOk(await owner.post(API.links.utmTemplates, utm));
	await expectOk(await owner.post(API.domains.all, { host: `${marked}.example` }));
	const hook = await owner.post(API.webhooks.all, { url: `https://${marked}.example/`, events: ["stats.day"] });
	const { id: webhookId } = (await expectOk(hook)) as { id: number };
	const sent = await owner.post(API.webhooks.test(webhookId), {});
	const { id: deliveryId } = (await expectOk(sent)) as { id: number };
	const { pool } = app.deps;
	await pool.query("UPDATE links SET external_id = $2 WHERE id = $1", [link.id, ids.externalId]);
	const idIn = async (table: string) => {
		const { rows } = await pool.query(`SELECT id FROM ${table} WHERE user_id = $1`, [owner.user.id]);
		return String(rows[0].id);
	};
	return {
		marked,
		ids: { ...ids, deliveryId: String(deliveryId) },
		byPath: {
			"/webhooks": String(webhookId),
			"/links": String(link.id),
			"/domains": await idIn("domains"),
			"/utm": await idIn("utm_templates"),
		},
	};
}

/** A route's path in which an account's things are named. */
export function pathAmong({ ids, byPath }: Possessions, template: string): string {
	const [, of = "/links"] = /^(\/links|\/domains|\/utm|\/webhooks)/.exec(template) ?? [];
	return template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? byPath[of] ?? "1"));
}

/** Everything that the API can change of an account, as it is now. */
export async function stateOf({ deps }: TestApp, { user }: Subscriber): Promise<unknown> {
	const { rows } = await deps.pool.query(
		`SELECT (SELECT json_agg(l ORDER BY id) FROM (SELECT id, title, description, target_url, link_slug, tags, deleted,
			archived_at, external_id FROM links WHERE user_id = $1) AS l) AS links,
		(SELECT json_agg(c ORDER BY c.link_id, c.target) FROM link_cards AS c JOIN links ON links.id = link_id
			WHERE user_id = $1) AS cards,
		(SELECT json_agg(u ORDER BY id) FROM utm_templates AS u WHERE user_id = $1) AS utm,
		(SELECT json_agg(d ORDER BY id) FROM (SELECT id, host, is_default FROM domains WHERE user_id = $1) AS d) AS domains,
		(SELECT json_agg(w ORDER BY id) FROM (SELECT id, url, events, secret, off_reason FROM webhooks WHERE user_id = $1) AS w)
			AS webhooks`,
		[user.id],
	);
	return rows[0];
}

async function expectOk(answer: Response): Promise<unknown> {
	if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
	return answer.json();
}
