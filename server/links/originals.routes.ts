import { Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import type { Originals } from "#server/links/images/originals.service.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { imageFileName } from "#shared/links/image-file-name.ts";
import { cutAsText, ORIGINAL_CUT_HEADER } from "#shared/links/images/image-cut.ts";
import { ORIGINAL_EVICTED } from "#shared/links/images/image-file.ts";
import { API_ROUTES, IMAGES_PATH } from "#shared/platform/api-paths.ts";

type Options = { originals: Pick<Originals, "find">; guards: Pick<Guards, "requireUser"> };

/** Originals of the user's own images, for the editor; other users' are treated as not found (P161). */
export function originalsRouter({ originals, guards: { requireUser } }: Options): Router {
	const router = Router();
	router.get(API_ROUTES.imageOriginal, requireUser, async (req, res) => {
		const imageUrl = `${IMAGES_PATH}/${req.params.name}`;
		const found = imageFileName(imageUrl) && (await originals.find({ imageUrl, userId: userOf(req).id }));
		if (found === "evicted") throw new AppError("original_evicted", ORIGINAL_EVICTED);
		if (!found) throw new AppError("original_not_found", "The original of this image is not kept");
		res
			.set({
				"Content-Type": found.type,
				"Content-Disposition": "attachment",
				"Content-Security-Policy": "default-src 'none'; sandbox",
				"Cross-Origin-Resource-Policy": "same-origin",
				...(found.cut && { [ORIGINAL_CUT_HEADER]: cutAsText(found.cut) }),
			})
			.send(found.bytes);
	});
	return router;
}
