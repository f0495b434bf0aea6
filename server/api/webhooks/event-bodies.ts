import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { columnsFor } from "#server/links/links.service.ts";
import { flagState, type ListRow } from "#server/links/list/list-rows.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { users } from "#shared/account/auth/users.table.ts";
import type { WebhookType } from "#shared/api/webhooks/webhook.ts";
import { webhookEvents } from "#shared/api/webhooks/webhooks.table.ts";
import { presentApiLink } from "../v1/present-api-link.ts";

/** Standard Webhooks asks for small bodies. */
export const BODY_MAX_BYTES = 20_000;

export type EventBodies = ReturnType<typeof createEventBodies>;
type Event = { id: string; type: WebhookType; source: Source | null; createdAt: Date };
type Source = { link?: object; data?: object; platform?: string; version?: number };
type Described = ListRow & { eventId: string; userSlug: string };

/** Makes the bodies of events, `{ type, timestamp, data }`: once, so that each try and each endpoint gets the same bytes. */
export function createEventBodies({ db, linksOrigin }: { db: Db; linksOrigin: string }) {
	/** @returns by event; one that there is nothing to say about any more is missing, and deleted */
	return async function bodiesOf(eventIds: readonly string[]): Promise<Map<string, string>> {
		const ids = [...new Set(eventIds)];
		const { id, type, source, createdAt, body } = webhookEvents;
		const events = await db.select({ id, type, source, createdAt, body }).from(webhookEvents).where(inArray(id, ids));
		const bodies = new Map(events.flatMap((event) => (event.body === null ? [] : [[event.id, event.body]])));
		const bare = events.filter((event) => event.body === null);
		if (bare.length === 0) return bodies;
		const links = await linksOf(bare.flatMap((event) => (event.source?.link ? event.id : [])));
		const empty: string[] = [];
		for (const event of bare) {
			const made = bodyOf(event, links.get(event.id));
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

	/** Links as they were; their address, whether they are flagged and their host are looked up now. */
	async function linksOf(eventIds: string[]): Promise<Map<string, Described>> {
		if (eventIds.length === 0) return new Map();
		const rows = await db
			.select({
				...columnsFor({ id: "", userSlug: "", disabledAt: null }),
				flagState,
				eventId: sql<string>`e.id`,
				userSlug: sql<string>`${users.userSlug}`,
			})
			.from(AS_LINKS)
			.where(inArray(sql`e.id`, eventIds));
		return new Map(rows.map((row) => [row.eventId, { ...row, topSource: null }]));
	}

	function bodyOf({ type, source, createdAt }: Event, link: Described | undefined): string | null {
		const shown = link && presentApiLink(link, { userSlug: link.userSlug, linksOrigin });
		// A trusted owner's link has a flag without effect, which isn't shown on screen either.
		if (source?.link && (!shown || (type === "link.flagged" && shown.problem === null))) return null;
		const write = (data: unknown) => JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
		const data = shown ? dataOf(type, source ?? {}, shown) : (source?.data ?? {});
		const text = write(data);
		if (!shown || Buffer.byteLength(text) <= BODY_MAX_BYTES) return text;
		return write(dataOf(type, source ?? {}, { ...shown, description: "", imageUrl: null, afterUrl: null }));
	}
}

/** The stored rows of links as if they were the table; columns that were added since are empty. */
const AS_LINKS: SQL = sql`${webhookEvents} e JOIN ${users} ON ${users.id} = e.user_id
	CROSS JOIN LATERAL jsonb_populate_record(NULL::links, e.source -> 'link') AS links`;

function dataOf(type: WebhookType, { platform = "", version }: Source, link: object): object {
	if (type !== "card.previewed") return link;
	return { link, platform, version };
}
