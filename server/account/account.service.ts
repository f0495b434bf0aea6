import type { Logger } from "pino";
import type { EndBilling } from "#server/billing/subscriptions/change/end-billing.ts";
import type { ImageService } from "#server/links/images/image.service.ts";
import type { Origins } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Views } from "#server/public/views/views.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { accountData } from "./account-data.ts";
import { eraseAccount, type KeepPerson } from "./erase-account.ts";

export type Account = ReturnType<typeof createAccountService>;

type Options = {
	db: Db;
	now: () => Date;
	log: Logger;
	origins: Origins;
	endBilling: EndBilling;
	people: KeepPerson;
	storedImages: Pick<ImageService, "release">;
	views: Pick<Views, "walk" | "erasure">;
};

/** What users may do with all their data: download or delete it. */
export function createAccountService({ db, now, log, origins, endBilling, people, storedImages, views }: Options) {
	return {
		data: (user: Pick<User, "id">) => accountData({ db, walkViews: views.walk, origins, at: now() }, user.id),

		/**
		 * Deletes the account: the subscription at Stripe first, then all data here. Idempotent.
		 * @throws AppError `upstream` if Stripe fails; nothing was removed here, but the subscription may have ended,
		 * as the message says
		 */
		async remove(account: Pick<User, "id" | "userSlug">): Promise<void> {
			await endBilling(account, (tx) => eraseAccount(tx, { account, storedImages, people, at: now() }));
			views.erasure.wake();
			log.info("an account was deleted");
		},
	};
}
