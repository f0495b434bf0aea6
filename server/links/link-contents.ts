import type { Originals } from "#server/links/images/originals.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { allOrRefused } from "#server/platform/http/refusals.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import type { TargetJudge, Targets } from "./judge-target.ts";

type LinkContentsOptions = {
	db: Db;
	judgeTargets: TargetJudge;
	originals: Pick<Originals, "imageFor">;
};
type Owner = Pick<User, "id">;

export type LinkContents = ReturnType<typeof createLinkContents>;

/** A form's image and target of a link, validated and ready to be stored (P46 to P62). */
export function createLinkContents({ db, judgeTargets, originals }: LinkContentsOptions) {
	/** Target and image of the form, as they are stored. The image is ready and kept when this returns. */
	async function of(owner: Owner, form: LinkForm, upload: Buffer | undefined) {
		const { imageUrl: named, imageCut: cut } = form;
		const [targetUrl, , imageUrl] = await allOrRefused([
			() => validated("targetUrl", form.targetUrl),
			() => {
				if (form.imageSource === "ai") throw notGenerated();
			},
			() => originals.imageFor({ userId: owner.id, upload, imageUrl: named, cut }),
		]);
		return {
			targetUrl,
			imageUrl,
			imageSource: "upload",
		};
	}

	/** The address, normalized, if a link may lead there. @throws AppError "invalid_url", "website_not_allowed" */
	async function validated(field: keyof Targets, address: string): Promise<string> {
		const [refused] = await judgeTargets(db, [{ [field]: address }]);
		if (refused) throw refused;
		return new URL(address).href;
	}

	/** Where the form wants a link to lead once its time is over; undefined leaves that as it is. */
	async function afterUrlOf({ afterUrl }: LinkForm): Promise<string | null | undefined> {
		return afterUrl ? validated("afterUrl", afterUrl) : afterUrl;
	}

	return { of, afterUrlOf };
}

function notGenerated(): AppError {
	return new AppError("image_not_generated", "Generated images are not available yet", { field: "imageSource" });
}
