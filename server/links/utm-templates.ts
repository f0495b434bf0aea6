import { and, asc, count, eq, sql } from "drizzle-orm";
import { type Request, Router } from "express";
import { type Guards, userOf } from "#server/auth/guards.ts";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import { parseBody } from "#server/http/parse.ts";
import { API, API_ROUTES } from "#shared/api-paths.ts";
import { users } from "#shared/auth/users.table.ts";
import { UTM_LIMITS, type UtmTemplate, type UtmTemplateForm, utmTemplateForm } from "#shared/links/utm.ts";
import { utmTemplates } from "#shared/links/utm-templates.table.ts";
import { rowIdText } from "#shared/row-id.ts";

type Options = { db: Db; guards: Pick<Guards, "requireUser" | "requireAuthor"> };

/** What an account writes into its targets again and again (P188). */
export function utmTemplatesRouter({ db, guards: { requireUser, requireAuthor } }: Options): Router {
	const router = Router();
	router.get(API.links.utmTemplates, requireUser, async (req, res) => {
		res.json(await listUtmTemplates(db, userOf(req).id));
	});
	router.post(API.links.utmTemplates, ...requireAuthor, async (req, res) => {
		res.json(await keep(db, userOf(req).id, parseBody(utmTemplateForm, req)));
	});
	router.delete(API_ROUTES.utmTemplate, ...requireAuthor, async (req, res) => {
		await remove(db, userOf(req).id, idOf(req));
		res.status(204).end();
	});
	return router;
}

/** By name. */
export async function listUtmTemplates(db: Db, userId: string): Promise<UtmTemplate[]> {
	const { id, name, source, medium, campaign, term, content } = utmTemplates;
	return db
		.select({ id, name, source, medium, campaign, term, content })
		.from(utmTemplates)
		.where(eq(utmTemplates.userId, userId))
		.orderBy(asc(sql`lower(${name})`));
}

/**
 * Takes the place of the one with the same name.
 * @throws AppError "conflict" when there are too many, "unauthenticated" when the account was deleted meanwhile
 */
async function keep(db: Db, userId: string, form: UtmTemplateForm): Promise<UtmTemplate> {
	return db.transaction(async (tx) => {
		// One after the other, so that many at once can't pass the limit together.
		const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
		if (!owner) throw new AppError("unauthenticated", "Unauthorized");
		const isSame = and(eq(utmTemplates.userId, userId), eq(sql`lower(${utmTemplates.name})`, sql`lower(${form.name})`));
		const [replaced] = await tx.update(utmTemplates).set(form).where(isSame).returning();
		const [kept] = replaced
			? [replaced]
			: await tx
					.insert(utmTemplates)
					.values({ ...form, userId })
					.returning();
		const [row] = await tx.select({ count: count() }).from(utmTemplates).where(eq(utmTemplates.userId, userId));
		if (!kept || (row?.count ?? 0) > UTM_LIMITS.templates) {
			throw new AppError("conflict", `You can keep ${UTM_LIMITS.templates} templates. Remove one first.`);
		}
		const { userId: _, ...template } = kept;
		return template;
	});
}

async function remove(db: Db, userId: string, id: number): Promise<void> {
	const own = and(eq(utmTemplates.id, id), eq(utmTemplates.userId, userId));
	const [removed] = await db.delete(utmTemplates).where(own).returning({ id: utmTemplates.id });
	if (!removed) throw new AppError("not_found", "Template not found");
}

function idOf(req: Request): number {
	const id = rowIdText.safeParse(req.params.id);
	if (!id.success) throw new AppError("not_found", "Template not found");
	return id.data;
}
