import { linkNotFound } from "#server/account/auth/own-link.ts";
import type { Owner } from "#server/links/links.service.ts";
import type { LinkList } from "#server/links/list/link-list.service.ts";
import type { LINK_ROUTES } from "#shared/api/v1/routes/links.ts";
import { handlersFor } from "../api-router.ts";
import { presentApiLink } from "../present-api-link.ts";

export type LinkHandlerOptions = { list: Pick<LinkList, "rows">; linksOrigin: string };

export function linkHandlers({ list, linksOrigin }: LinkHandlerOptions) {
	/** The link as it stands. @throws AppError "not_found" */
	async function read(user: Owner, id: number) {
		const [row] = await list.rows(user, [id]);
		if (!row) throw linkNotFound();
		const link = presentApiLink(row, { userSlug: user.userSlug, linksOrigin });
		return { body: link, etag: link.revision };
	}

	return handlersFor<typeof LINK_ROUTES>({
		getLink: ({ user, params }) => read(user, params.id),
	});
}
