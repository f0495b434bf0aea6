import type { LinkList } from "#server/links/list/link-list.service.ts";
import { type Retag, tagIn } from "#server/links/list/retag.ts";
import type { TAG_ROUTES } from "#shared/api/v1/routes/tags.ts";
import { handlersFor } from "../route-work.ts";

export type TagHandlerOptions = { list: Pick<LinkList, "tagsOf">; retag: Retag };

export function tagHandlers({ list, retag }: TagHandlerOptions) {
	return handlersFor<typeof TAG_ROUTES>({
		listTags: async ({ user }) => ({ body: { tags: await list.tagsOf(user), next: null } }),
		async renameTag({ user, params, body }) {
			await retag.rename(user, tagIn(params.tag), body.name);
			return { body: null };
		},
		async deleteTag({ user, params }) {
			await retag.remove(user, tagIn(params.tag));
			return { body: null };
		},
	});
}
