import type { CreateMany } from "#server/links/create-many.ts";
import type { Joined } from "#server/links/idempotency-keys.ts";
import type { Owner, Submission } from "#server/links/links.service.ts";
import type { BulkChanges } from "#server/links/list/bulk-changes.service.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parse } from "#server/platform/http/parse.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import type { ApiLink } from "#shared/api/v1/link.ts";
import { newLinkBody } from "#shared/api/v1/link-bodies.ts";
import type { CreatedLinks, MANY_LINKS_ROUTES } from "#shared/api/v1/routes/many-links.ts";
import type { Idempotency } from "../idempotency.ts";
import { submissionOf } from "../link-submission.ts";
import { presentError } from "../present-error.ts";
import { handlersFor } from "../route-work.ts";

export type ManyLinksOptions = {
	createMany: CreateMany;
	bulkChanges: BulkChanges;
	idempotency: Idempotency;
	presentIn: (tx: Tx, user: Owner, ids: number[]) => Promise<ApiLink[]>;
};

export function manyLinksHandlers({ createMany, bulkChanges, idempotency, presentIn }: ManyLinksOptions) {
	return handlersFor<typeof MANY_LINKS_ROUTES>({
		async createLinks(call) {
			const { user, planId, body, signal } = call;
			const work = async (joined: Joined) => {
				const asked: (Submission | AppError)[] = [];
				for (const sent of body.links) {
					await yieldAfterSlice();
					asked.push(submissionOrRefusal(sent, planId));
				}
				return createMany(user, asked, { planId, joined, signal });
			};
			async function present(tx: Tx, made: readonly (number | AppError)[]): Promise<CreatedLinks> {
				const ids = made.flatMap((each) => (typeof each === "number" ? each : []));
				const byId = new Map((await presentIn(tx, user, ids)).map((link) => [link.id, link]));
				const results = made.map((each, index) => {
					if (each instanceof AppError) return { index, link: null, error: presentError(each) };
					return { index, link: byId.get(each) ?? null, error: null };
				});
				return { results };
			}
			return idempotency.answerOnce(call, "createLinks", { work, present });
		},

		async changeLinks({ user, planId, body }) {
			return { body: await bulkChanges.change(user, body, { planId }) };
		},
	});
}

function submissionOrRefusal(sent: unknown, planId: string): Submission | AppError {
	try {
		return submissionOf(parse(newLinkBody, sent), planId);
	} catch (error) {
		if (error instanceof AppError) return error;
		throw error;
	}
}
