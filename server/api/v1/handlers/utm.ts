import { keepUtmTemplate, listUtmTemplates, removeUtmTemplate } from "#server/links/utm-templates.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { UTM_ROUTES } from "#shared/api/v1/routes/utm.ts";
import { handlersFor } from "../route-work.ts";

export type UtmHandlerOptions = { db: Db };

export function utmHandlers({ db }: UtmHandlerOptions) {
	return handlersFor<typeof UTM_ROUTES>({
		listUtmTemplates: async ({ user }) => ({
			body: { templates: await listUtmTemplates(db, user.id), next: null },
		}),
		saveUtmTemplate: async ({ user, body }) => ({ body: await keepUtmTemplate(db, user.id, body) }),
		async deleteUtmTemplate({ user, params }) {
			await removeUtmTemplate(db, user.id, params.id);
			return { body: null };
		},
	});
}
