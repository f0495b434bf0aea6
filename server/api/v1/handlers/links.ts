import { linkNotFound } from "#server/account/auth/own-link.ts";
import type { Duplicate } from "#server/links/duplicate.ts";
import type { Joined } from "#server/links/idempotency-keys.ts";
import type { Links, Owner } from "#server/links/links.service.ts";
import type { BulkChanges } from "#server/links/list/bulk-changes.service.ts";
import type { LinkList } from "#server/links/list/link-list.service.ts";
import { type ListRow, listRows } from "#server/links/list/list-rows.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { inParts } from "#server/platform/work/time-slice.ts";
import { API_V1 } from "#shared/api/v1/api-route.ts";
import type { ApiLink } from "#shared/api/v1/link.ts";
import { type ONE_LINK_ROUTES, PAGE_DEFAULT } from "#shared/api/v1/routes/links.ts";
import { createIdempotency } from "../idempotency.ts";
import { ifMatchOf, revisionIn } from "../if-match.ts";
import { editOf, submissionOf } from "../link-submission.ts";
import { presentApiLink } from "../present-api-link.ts";
import { handlersFor } from "../route-work.ts";
import { createUpsert } from "../upsert-link.ts";
import { type ManyLinksOptions, manyLinksHandlers } from "./many-links.ts";

/** Of 500 new links, so that other requests have turns meanwhile. */
const PRESENTED_AT_ONCE = 100;

export type LinkHandlerOptions = Pick<ManyLinksOptions, "createMany"> & {
	db: Db;
	now: () => Date;
	links: Pick<Links, "create" | "update" | "remove">;
	list: Pick<LinkList, "page" | "rows">;
	bulkChanges: BulkChanges;
	duplicate: Duplicate;
	linksOrigin: string;
	imagesOrigin: string;
	publicOrigin: string;
};

export function linkHandlers(options: LinkHandlerOptions) {
	const { links, list, bulkChanges, duplicate, linksOrigin, imagesOrigin, publicOrigin } = options;
	const idempotency = createIdempotency(options);
	const upsert = createUpsert({ links, list });
	const present = ({ userSlug }: Owner, row: ListRow) => presentApiLink(row, { userSlug, linksOrigin, imagesOrigin });

	/** The link as it stands. @throws AppError "not_found" */
	async function read(user: Owner, id: number) {
		const [row] = await list.rows(user, [id]);
		if (!row) throw linkNotFound();
		return tagged({ body: present(user, row) });
	}

	/** Links, read in the transaction that has created them. */
	async function presentIn(tx: Tx, user: Owner, ids: number[]): Promise<ApiLink[]> {
		return inParts(ids, PRESENTED_AT_ONCE, async (part) =>
			(await listRows(tx, user, { ids: part, deleted: false })).map((row) => present(user, row)),
		);
	}

	function presentOne(user: Owner) {
		return async (tx: Tx, [made]: readonly (number | AppError)[]): Promise<ApiLink> => {
			const [link] = typeof made === "number" ? await presentIn(tx, user, [made]) : [];
			if (!link) throw linkNotFound();
			return link;
		};
	}

	const one = handlersFor<typeof ONE_LINK_ROUTES>({
		async listLinks({ user, query, req }) {
			const { cursor: before, limit = PAGE_DEFAULT, q = "", deleted, ...filters } = query;
			const search = { ...filters, q, sort: "newest" as const, deleted: deleted === "true" };
			const { rows, next } = await list.page(user, { ...search, before, limit });
			const found = rows.map((row) => present(user, row));
			if (next === null) return { body: { links: found, next } };
			const cursor = String(next);
			const params = new URLSearchParams({ ...(req.query as Record<string, string>), cursor });
			const headers = { Link: `<${publicOrigin}${API_V1}/links?${params}>; rel="next"` };
			return { body: { links: found, next: cursor }, headers };
		},

		async createLink(call) {
			const { user, planId, body } = call;
			const work = (joined: Joined) => links.create(user, submissionOf(body, planId), null, joined);
			return tagged(await idempotency.answerOnce(call, "createLink", { work, present: presentOne(user) }));
		},

		getLink: ({ user, params }) => read(user, params.id),

		async updateLink({ user, planId, params, body, req }) {
			const revision = revisionIn(ifMatchOf(req));
			await links.update(user, params.id, { ...editOf(body, planId), revision });
			return read(user, params.id);
		},

		async deleteLink({ user, params }) {
			await links.remove(user, params.id);
			return { body: null };
		},

		async restoreLink({ user, planId, params }) {
			const { refused } = await bulkChanges.change(user, { change: "restore", ids: [params.id] }, { planId });
			for (const { code, message } of refused) throw new AppError(code, message);
			return read(user, params.id);
		},

		async duplicateLink(call) {
			const { user, planId, params } = call;
			const work = (joined: Joined) => duplicate(user, params.id, { planId, joined });
			return tagged(await idempotency.answerOnce(call, "duplicateLink", { work, present: presentOne(user) }));
		},

		async upsertLink({ user, planId, params, body, req }) {
			const asked = { externalId: params.externalId, body, planId, ifMatch: ifMatchOf(req) };
			const { id, isNew } = await upsert(user, asked);
			return { ...(await read(user, id)), status: isNew ? 201 : 200 };
		},
	});

	return { ...one, ...manyLinksHandlers({ ...options, idempotency, presentIn }) };
}

function tagged<Reply extends { body: ApiLink }>(reply: Reply) {
	return { ...reply, etag: reply.body.revision };
}
