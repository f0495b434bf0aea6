import { eq } from "drizzle-orm";
import { ownLink } from "#server/account/auth/own-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import { type FieldsWith, fieldsThat } from "#shared/links/link-fields.ts";
import type { Link } from "#shared/links/links.table.ts";
import type { Joined } from "./idempotency-keys.ts";
import { hostOfLink } from "./link-domains.ts";
import type { LinkWriter } from "./link-writer.ts";
import type { Owner, OwnLink } from "./links.service.ts";

type Options = { db: Db; writer: Pick<LinkWriter, "create"> };

type Duplication = { planId: string; joined?: Joined };
type CopiedField = FieldsWith<"duplicated", true>;
const COPIED = fieldsThat<CopiedField>(({ duplicated }) => duplicated);

export type Duplicate = ReturnType<typeof createDuplicate>;

/** Copies the fields that `LINK_FIELDS` marks `duplicated`, and custom cards if the plan allows them (P173, P201). */
export function createDuplicate({ db, writer }: Options) {
	/** @throws AppError "not_found", and as `LinkWriter.create` */
	return async (owner: Owner, id: number, { planId, joined }: Duplication): Promise<OwnLink> => {
		const original = await ownLink(db, owner.id, id);
		const cards = planHas(planId, "platformCards")
			? await db.select().from(linkCards).where(eq(linkCards.linkId, id))
			: [];
		const copied = Object.fromEntries(COPIED.map((name) => [name, original[name]])) as Pick<Link, CopiedField>;
		const link = { linkSlug: null, tags: [], isArchived: false, ...copied, cards };
		const copy = await writer.create(owner, link, { planId, joined });
		return { ...copy, isDisabled: false, domain: await hostOfLink(db, copy) };
	};
}
