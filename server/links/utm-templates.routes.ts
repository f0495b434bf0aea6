import { type Request, Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import { utmTemplateForm } from "#shared/links/utm.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import { rowIdText } from "#shared/platform/row-id.ts";
import { keepUtmTemplate, listUtmTemplates, removeUtmTemplate } from "./utm-templates.service.ts";

type Options = { db: Db; guards: Pick<Guards, "requireUser" | "requireAuthor"> };

/** UTM templates of an account (P188). */
export function utmTemplatesRouter({ db, guards: { requireUser, requireAuthor } }: Options): Router {
	const router = Router();
	router.get(API.links.utmTemplates, requireUser, async (req, res) => {
		res.json(await listUtmTemplates(db, userOf(req).id));
	});
	router.post(API.links.utmTemplates, ...requireAuthor, async (req, res) => {
		res.json(await keepUtmTemplate(db, userOf(req).id, parseBody(utmTemplateForm, req)));
	});
	router.delete(API_ROUTES.utmTemplate, ...requireAuthor, async (req, res) => {
		await removeUtmTemplate(db, userOf(req).id, idOf(req));
		res.status(204).end();
	});
	return router;
}

function idOf(req: Request): number {
	const id = rowIdText.safeParse(req.params.id);
	if (!id.success) throw new AppError("template_not_found", "Template not found");
	return id.data;
}
