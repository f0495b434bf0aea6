import type { Db } from "#server/db/connect.ts";
import { leadsToDisabledHost } from "#server/disabling/disabled-hosts.ts";
import { AppError } from "#server/http/app-error.ts";
import { allOrRefused } from "#server/http/refusals.ts";
import type { Originals } from "#server/images/originals.service.ts";
import { targetHostProblem } from "#server/outbound/target-host.ts";
import type { User } from "#shared/auth/users.table.ts";
import { INVALID_TARGET } from "#shared/links/field-schemas.ts";
import { DISABLED_TARGET, type LinkForm } from "#shared/links/link-form.ts";
import { AFTER_DISABLED, AFTER_INVALID } from "#shared/links/link-schedule.ts";
import { withReason } from "#shared/links/target-problem.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";

type LinkContentsOptions = {
	db: Db;
	ownOrigins: readonly string[];
	originals: Pick<Originals, "pictureFor">;
};
type Owner = Pick<User, "id">;
/** The field with an address, and the messages for an invalid and for a disabled one. */
type Judged = { field: string; invalid: string; disabled: string };

export type LinkContents = ReturnType<typeof createLinkContents>;

/** A form's picture and target of a link, validated and ready to be stored (P46 to P62). */
export function createLinkContents({ db, ownOrigins, originals }: LinkContentsOptions) {
	/** Target and picture of the form, as they are stored. The picture is ready and kept when this returns. */
	async function of(owner: Owner, form: LinkForm, upload: Buffer | undefined) {
		const { imageUrl: named, imageCut: cut } = form;
		const [targetUrl, , imageUrl] = await allOrRefused([
			() => targetOf(form),
			() => {
				if (form.imageSource === "ai") throw notGenerated();
			},
			() => originals.pictureFor({ userId: owner.id, upload, imageUrl: named, cut }),
		]);
		return {
			targetUrl,
			imageUrl,
			imageSource: "upload",
		};
	}

	/** Where the link is to lead. @throws AppError "invalid" */
	function targetOf({ targetUrl }: Pick<LinkForm, "targetUrl">): Promise<string> {
		return judged(targetUrl, { field: "targetUrl", invalid: INVALID_TARGET, disabled: DISABLED_TARGET });
	}

	/** The address, normalised, if a link may lead there (P53, P19). */
	async function judged(address: string, { field, invalid, disabled }: Judged): Promise<string> {
		const target = parseWebAddress(address);
		const problem = target ? targetHostProblem(target, { ownOrigins }) : "";
		if (!target || problem !== null) throw new AppError("invalid_url", withReason(invalid, problem), { field });
		if (await leadsToDisabledHost(db, target)) throw new AppError("website_not_allowed", disabled, { field });
		return target.href;
	}

	/** Where the form wants a link to lead once its time is over; undefined leaves that as it is. */
	async function afterUrlOf({ afterUrl }: LinkForm): Promise<string | null | undefined> {
		const refusals = { field: "afterUrl", invalid: AFTER_INVALID, disabled: AFTER_DISABLED };
		return afterUrl ? judged(afterUrl, refusals) : afterUrl;
	}

	return { of, targetOf, afterUrlOf };
}

function notGenerated(): AppError {
	return new AppError("image_not_generated", "Generated images are not available yet", { field: "imageSource" });
}
