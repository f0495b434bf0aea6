import type { IncomingHttpHeaders } from "node:http";
import { Router } from "express";
import { IMAGE_TAG } from "#shared/links/cards/delivery.ts";
import { IMAGES_PATH } from "#shared/platform/api-paths.ts";
import type { ImageStore } from "./image-store.ts";

type Options = {
	images: ImageStore;
	/** Called when an image was sent by a tagged URL (P138). */
	sent: (image: SentImage) => void;
};

export type SentImage = { imageUrl: string; tag: unknown; headers: IncomingHttpHeaders };

/** Preview fetchers need a length, no redirect and any origin; content never changes under a name. */
export function imagesRouter({ images, sent }: Options): Router {
	const router = Router();

	router.get(`${IMAGES_PATH}/:name`, async (req, res, next) => {
		const jpeg = await images.read(req.path);
		if (jpeg === null) return next();
		const tag = req.query[IMAGE_TAG];
		if (req.method === "GET" && tag !== undefined) sent({ imageUrl: req.path, tag, headers: req.headers });
		res
			.set({
				"Content-Type": "image/jpeg",
				"Cache-Control": "public, max-age=31536000, immutable",
				"X-Content-Type-Options": "nosniff",
				"Content-Security-Policy": "default-src 'none'; sandbox",
				"Cross-Origin-Resource-Policy": "cross-origin",
				ETag: `"${req.params.name}"`,
			})
			.send(jpeg);
	});

	router.use(IMAGES_PATH, (req, res) => {
		const isRead = req.method === "GET" || req.method === "HEAD";
		if (!isRead) res.set("Allow", "GET, HEAD");
		res
			.status(isRead ? 404 : 405)
			.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" })
			.type("text/plain")
			.send(isRead ? "Not found\n" : "Method not allowed\n");
	});

	return router;
}
