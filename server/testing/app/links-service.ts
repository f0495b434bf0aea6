import { createImageService } from "#server/links/images/image.service.ts";
import { createImagePipeline } from "#server/links/images/image-pipeline.ts";
import { createOriginals } from "#server/links/images/originals.service.ts";
import { createTargetJudge } from "#server/links/judge-target.ts";
import { createLinkContents } from "#server/links/link-contents.ts";
import { createLinkWriter } from "#server/links/link-writer.ts";
import { createLinkService, type Links } from "#server/links/links.service.ts";
import { createModerationService } from "#server/moderation/guard/moderation.service.ts";
import { type LinkForm, linkForm } from "#shared/links/link-form.ts";
import type { TestApp } from "./test-app.ts";

const UNBOUNDED = Number.MAX_SAFE_INTEGER;

type Options = Partial<
	Parameters<typeof createLinkWriter>[0] &
		Parameters<typeof createLinkContents>[0] &
		Parameters<typeof createLinkService>[0]
>;

/** The links of an app without the HTTP around them, with some of what they need exchanged. */
export function linksOf({ deps, origin }: TestApp, changes: Options = {}): Links {
	const storedImages = createImageService({ ...deps, makePreview: createImagePipeline(deps.previews) });
	const parts = {
		db: deps.db,
		now: deps.now,
		judgeTargets: createTargetJudge({ ownOrigins: [origin] }),
		storedImages,
		originals: createOriginals({ ...deps, store: deps.originals, storedImages, budgetOf: async () => UNBOUNDED }),
		moderation: createModerationService(deps),
		linkCache: { invalidate: () => undefined },
		cards: { validated: async () => async () => {} },
		...changes,
	};
	return createLinkService({ contents: createLinkContents(parts), writer: createLinkWriter(parts), ...parts });
}

/** A valid submission without an image, with these fields of the form changed. */
export function submission(changes: Partial<LinkForm> = {}) {
	const form = { title: "A title", description: "A description", targetUrl: "https://example.com/", ...changes };
	return { planId: "pro", form: linkForm.parse(form), upload: undefined };
}
