import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { columnsFor } from "#server/links/links.service.ts";
import { flagState, type ListRow } from "#server/links/list/list-rows.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { users } from "#shared/account/auth/users.table.ts";
import type { WebhookType } from "#shared/api/webhooks/webhook.ts";
import { webhookEvents } from "#shared/api/webhooks/webhooks.table.ts";
import { links } from "#shared/links/links.table.ts";
import { presentApiLink } from "../v1/present-api-link.ts";

/** Standard Webhooks asks for small bodies. */
export const BODY_MAX_BYTES = 20_000;

export type EventBodies = ReturnType<typeof createEventBodies>;
type Event = { id: string; type: WebhookType; source: Source | null; createdAt: Date };
type Source = { link?: object; data?: object; platform?: string; version?: number };
type Described = ListRow & { eventId: string; userSlug: string };

type Options = { db: Db; linksOrigin: string; imagesOrigin: string };

/** Makes the bodies of events, `{ type, timestamp, data }`: once, so that each try and each endpoint gets the same bytes. */
export function createEventBodies({ db, ...origins }: Options) {
	/** @returns by event; one that there is nothing to say about any more is missing, and deleted */
	return async function bodiesOf(eventIds: readonly string[]): Promise<Map<string, string>> {
		const ids = [...new Set(eventIds)];
		const { id, type, source, createdAt, body } = webhookEvents;
		const events = await db.select({ id, type, source, createdAt, body }).from(webhookEvents).where(inArray(id, ids));
		const bodies = new Map(events.flatMap((event) => (event.body === null ? [] : [[event.id, event.body]])));
		const bare = events.filter((event) => event.body === null);
		if (bare.length === 0) return bodies;
		const linksByEvent = await linksOf(bare.flatMap((event) => (event.source?.link ? event.id : [])));
		const empty: string[] = [];
		for (const event of bare) {
			const made = bodyOf(event, linksByEvent.get(event.id));
			if (made === null) empty.push(event.id);
			else bodies.set(event.id, await keep(event.id, made));
		}
		if (empty.length > 0) await db.delete(webhookEvents).where(inArray(id, empty));
		return bodies;
	};

	/** Of two processes at once, the first one's is sent by both. */
	async function keep(id: string, made: string): Promise<string> {
		const isBare = and(eq(webhookEvents.id, id), isNull(webhookEvents.body));
		const [kept] = await db.update(webhookEvents).set({ body: made, source: null }).where(isBare).returning();
		if (kept) return made;
		const [event] = await db.select({ body: webhookEvents.body }).from(webhookEvents).where(eq(webhookEvents.id, id));
		return event?.body ?? made;
	}

	/**
	 * Links as they were, read as if their rows were the table; columns that were added since are empty. Their address, whether they
	 * are flagged and their domain are looked up now.
	 */
	async function linksOf(eventIds: string[]): Promise<Map<string, Described>> {
		if (eventIds.length === 0) return new Map();
		const as = db.$with("links", {}).as(sql`SELECT e.id AS event_id, as_it_was.* FROM ${webhookEvents} e
			CROSS JOIN LATERAL jsonb_populate_record(NULL::links, e.source -> 'link') AS as_it_was
			WHERE e.id = ANY (${sql.param(eventIds)}::uuid[])`);
		const rows = await db
			.with(as)
			.select({
				...columnsFor({ id: "", userSlug: "", disabledAt: null }),
				...{ flagState, eventId: sql<string>`links.event_id`, userSlug: users.userSlug },
			})
			.from(links)
			.innerJoin(users, eq(users.id, links.userId));
		return new Map(rows.map((row) => [row.eventId, { ...row, topSource: null }]));
	}

	function bodyOf({ type, source, createdAt }: Event, link: Described | undefined): string | null {
		const shown = link && presentApiLink(link, { userSlug: link.userSlug, ...origins });
		// A trusted owner's link has a flag without effect, which isn't shown on screen either.
		if (source?.link && (!shown || (type === "link.flagged" && shown.problem === null))) return null;
		const write = (data: unknown) => JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
		const data = shown ? dataOf(type, source ?? {}, shown) : (source?.data ?? {});
		const text = write(data);
		if (!shown || Buffer.byteLength(text) <= BODY_MAX_BYTES) return text;
		return write(dataOf(type, source ?? {}, { ...shown, description: "", imageUrl: null, afterUrl: null }));
	}
}

function dataOf(type: WebhookType, { platform = "", version }: Source, link: object): object {
	if (type !== "card.previewed") return link;
	return { link, platform, version };
}
