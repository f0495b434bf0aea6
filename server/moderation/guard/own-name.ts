import { and, asc, eq, gt } from "drizzle-orm";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import { links } from "#shared/links/links.table.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { reasonText } from "#shared/moderation/guard/reason-texts.ts";
import { brandsInName, impersonationByName } from "./address.ts";
import type { LinkContent } from "./content.ts";
import type { Judgement } from "./judge.ts";
import { contentsOf, type LinkOwner, ownerOf } from "./moderated-link.ts";

const AT_ONCE = 200;

type Options = { judge: (content: LinkContent, owner: LinkOwner) => Promise<Judgement> };

/** Checks a name under its owner's row lock; if it contains a brand, with each of the owner's links (P465). */
export function createOwnName({ judge }: Options) {
	/** @throws AppError "impersonation", with the words and the brand */
	async function requireOwnName(tx: Tx, userId: string, name: string): Promise<void> {
		const alone = impersonationByName(name);
		if (alone) throw refusal(`It reads as if it came from ${alone.brand} (${quoted(alone)}).`);
		const brands = brandsInName(name);
		if (brands.size === 0) return;
		const owner = await ownerOf(tx, userId);
		const renamed = { ...owner, names: [name, ...owner.names] };
		for await (const link of linksOf(tx, userId)) {
			const { reasons } = await judge(link, renamed);
			const reason = reasons.find(({ brand }) => brand !== undefined && brands.has(brand));
			if (reason) throw refusal(`With your link "${link.linkSlug}": ${reasonText(reason, shownHost(link.targetUrl))}`);
		}
	}

	return { requireOwnName };
}

async function* linksOf(tx: Tx, userId: string) {
	for (let last = 0; ; ) {
		const isNext = and(eq(links.userId, userId), eq(links.deleted, false), gt(links.id, last));
		const page = await tx.select().from(links).where(isNext).orderBy(asc(links.id)).limit(AT_ONCE);
		if (page.length === 0) return;
		yield* await contentsOf(tx, page);
		last = page.at(-1)?.id ?? last;
		if (page.length < AT_ONCE) return;
	}
}

function refusal(why: string): AppError {
	return new AppError("impersonation", `You can't use this name. ${why}`, { field: "name" });
}

function quoted({ words }: ModerationReason): string {
	return words.map((word) => `"${word}"`).join(", ");
}
