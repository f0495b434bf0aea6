import { Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import type { Originals } from "#server/links/images/originals.service.ts";
import { closeAfterOversized, imageUpload, uploadOf } from "#server/links/images/upload.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import { imageFormOf } from "#shared/links/image-form.ts";
import type { CopiedImage } from "#shared/links/prefill.ts";
import { API } from "#shared/platform/api-paths.ts";

type Options = { originals: Pick<Originals, "make">; guards: Pick<Guards, "requireAuthor" | "stillAuthor"> };

/** Creates a form's image before it is saved, so that every preview shows what crawlers will get (P502). */
export function imageRouter({ originals, guards: { requireAuthor, stillAuthor } }: Options): Router {
	const router = Router();
	const read = [closeAfterOversized(), ...requireAuthor, imageUpload(), ...stillAuthor];
	router.post(API.links.image, ...read, async (req, res) => {
		const { imageUrl, imageCut: cut, shape } = parseBody(imageFormOf(req.body.shape), req);
		const made: CopiedImage = {
			imageUrl: await originals.make({ upload: uploadOf(req), imageUrl, cut, shape, userId: userOf(req).id }),
		};
		res.json(made);
	});
	return router;
}
