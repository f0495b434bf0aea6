import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { leadsToDisabledHost } from "#server/disabling/disabled-hosts.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Originals } from "#server/images/originals.service.ts";
import type { Pictures } from "#server/images/pictures.service.ts";
import { isPublicTarget } from "#server/outbound/target-host.ts";
import type { User } from "#shared/auth/users.table.ts";
import { IMAGE_WITHOUT_ORIGINAL } from "#shared/links/image-file.ts";
import { imageFileName, parseImageUrl } from "#shared/links/image-url.ts";
import { DISABLED_TARGET, INVALID_TARGET, type LinkForm } from "#shared/links/link-form.ts";
import { AFTER_DISABLED, AFTER_INVALID } from "#shared/links/link-schedule.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";

export type LinkContentsOptions = {
	db: Db;
	publicOrigin: string;
	pictures: Pick<Pictures, "markUsed">;
	originals: Pick<Originals, "keep" | "recut">;
};
type Owner = Pick<User, "id">;

/** What a form says of a link's card and of where it leads, judged and made ready to be stored (P46 to P62). */
export function createLinkContents({ db, publicOrigin, pictures, originals }: LinkContentsOptions) {
	/** What the form says, as it is stored. The picture is ready and kept when this returns. */
	async function of(owner: Owner, form: LinkForm, upload: Buffer | undefined) {
		const targetUrl = await judged(form.targetUrl, { invalid: INVALID_TARGET, disabled: DISABLED_TARGET });
		if (form.imageSource === "ai") throw new AppError("invalid", "Generated images are not available yet");
		const imageUrl = await pictureOf(owner, form, upload);
		return {
			title: form.title,
			description: form.description,
			targetUrl,
			imageUrl,
			imageSource: imageUrl === null ? null : "upload",
		};
	}

	/** What the card shows: of the file that came, or of the picture that the form names; of either perhaps a section. */
	async function pictureOf({ id: userId }: Owner, form: LinkForm, upload: Buffer | undefined): Promise<string | null> {
		const { imageCut: cut } = form;
		if (upload) return originals.keep({ upload, userId, cut });
		const imageUrl = namedImage(form);
		if (cut === null) return imageUrl;
		if (imageUrl === null) throw new AppError("invalid", IMAGE_WITHOUT_ORIGINAL);
		return originals.recut({ imageUrl, userId }, { cut });
	}

	/** The address, normalised, if a link may lead there (P53, P19). */
	async function judged(address: string, refusals: { invalid: string; disabled: string }): Promise<string> {
		const target = parseWebAddress(address);
		if (!target || !isPublicTarget(target, { publicOrigin })) throw new AppError("invalid", refusals.invalid);
		if (await leadsToDisabledHost(db, target)) throw new AppError("invalid", refusals.disabled);
		return target.href;
	}

	/** Where the form wants a link to lead once its time is over; undefined leaves that as it is. */
	async function afterUrlOf({ afterUrl }: LinkForm): Promise<string | null | undefined> {
		return afterUrl ? judged(afterUrl, { invalid: AFTER_INVALID, disabled: AFTER_DISABLED }) : afterUrl;
	}

	/** An uploaded picture stays for as long as the owner of a link that has ever shown it has an account. */
	async function showPicture(tx: Tx, owner: Owner, imageUrl: string | null): Promise<void> {
		if (imageUrl === null || imageFileName(imageUrl) === null) return;
		if (!(await pictures.markUsed(tx, { imageUrl, userId: owner.id }))) throw new AppError("invalid", "Invalid input");
	}

	return { of, afterUrlOf, showPicture };
}

/** The picture that the form names: an uploaded one, which must exist, or one elsewhere, which is never fetched. */
function namedImage({ imageUrl }: LinkForm): string | null {
	return imageUrl === null ? null : parseImageUrl(imageUrl);
}
