import { linkNotFound } from "#server/account/auth/own-link.ts";
import type { Links, Owner } from "#server/links/links.service.ts";
import type { LinkList } from "#server/links/list/link-list.service.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { NewLinkBody } from "#shared/api/v1/link-bodies.ts";
import { type IfMatch, revisionIn } from "./if-match.ts";
import { editOf, submissionOf } from "./link-submission.ts";

type Options = { links: Pick<Links, "create" | "update">; list: Pick<LinkList, "page"> };
type Asked = { externalId: string; body: Omit<NewLinkBody, "externalId">; planId: string; ifMatch: IfMatch };

const ATTEMPTS = 3;

/** Creates the upsert of a link by the account's own id (P643); of several at once, one creates it. */
export function createUpsert({ links, list }: Options) {
	return async (owner: Owner, asked: Asked): Promise<{ id: number; isNew: boolean }> => {
		for (let attempt = 1; ; attempt += 1) {
			const id = await idOf(owner, asked.externalId);
			try {
				return await (id === null ? create(owner, asked) : update(owner, id, asked));
			} catch (error) {
				if (attempt === ATTEMPTS || !(error instanceof AppError)) throw error;
				// Another request has created or deleted it meanwhile.
				if ((await idOf(owner, asked.externalId)) === id) throw error;
			}
		}
	};

	async function create(owner: Owner, { externalId, body, planId, ifMatch }: Asked) {
		if (ifMatch !== null) throw linkNotFound();
		const { id } = await links.create(owner, submissionOf({ ...body, externalId }, planId));
		return { id, isNew: true };
	}

	async function update(owner: Owner, id: number, { body, planId, ifMatch }: Asked) {
		await links.update(owner, id, { ...editOf(body, planId), revision: revisionIn(ifMatch) });
		return { id, isNew: false };
	}

	async function idOf(owner: Owner, externalId: string): Promise<number | null> {
		const search = { q: "", sort: "newest" as const, externalId, before: undefined, limit: 1 };
		return (await list.page(owner, search)).rows[0]?.id ?? null;
	}
}
