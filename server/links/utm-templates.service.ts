import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { UTM_LIMITS, type UtmTemplate, type UtmTemplateForm } from "#shared/links/utm.ts";
import { utmTemplates } from "#shared/links/utm-templates.table.ts";

export async function listUtmTemplates(db: Db, userId: string): Promise<UtmTemplate[]> {
	const { id, name, source, medium, campaign, term, content } = utmTemplates;
	return db
		.select({ id, name, source, medium, campaign, term, content })
		.from(utmTemplates)
		.where(eq(utmTemplates.userId, userId))
		.orderBy(asc(sql`lower(${name})`));
}

/**
 * Saves a template, replacing the one with the same name.
 * @throws AppError "conflict" if there are too many, "unauthenticated" if the account was deleted meanwhile
 */
export async function keepUtmTemplate(db: Db, userId: string, form: UtmTemplateForm): Promise<UtmTemplate> {
	return db.transaction(async (tx) => {
		// Serialized, so that concurrent requests can't exceed the limit.
		if (!(await lockOwner(tx, userId))) throw new AppError("unauthenticated", "Unauthorized");
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
			const { templates: limit } = UTM_LIMITS;
			throw new AppError("template_limit_reached", `You can keep ${limit} templates. Remove one first.`, { limit });
		}
		const { userId: _, ...template } = kept;
		return template;
	});
}

/** @throws AppError "not_found" */
export async function removeUtmTemplate(db: Db, userId: string, id: number): Promise<void> {
	const own = and(eq(utmTemplates.id, id), eq(utmTemplates.userId, userId));
	const [removed] = await db.delete(utmTemplates).where(own).returning({ id: utmTemplates.id });
	if (!removed) throw new AppError("template_not_found", "Template not found");
}
