import type { RequestHandler } from "express";
import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { EndBilling } from "#server/billing/subscriptions/change/end-billing.ts";
import type { ImageService } from "#server/links/images/image.service.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Views } from "#server/public/views/views.ts";
import { accountRouter } from "./account.routes.ts";
import { createAccountService } from "./account.service.ts";
import type { KeepPerson } from "./erase-account.ts";
import { createNames, type JudgeName } from "./name.service.ts";

type Options = {
	db: Db;
	config: Config;
	storedImages: Pick<ImageService, "release">;
	views: Pick<Views, "walk" | "erasure">;
	endBilling: EndBilling;
	people: KeepPerson;
	moderation: JudgeName;
	linkCache: { invalidateOwner(userSlug: string): void };
	guards: Guards;
	limitDownloads: RequestHandler;
	now: () => Date;
	log: Logger;
};

/** Wires the account: its data, its deletion, and its name in links. */
export function createAccount(options: Options) {
	const { config, guards, limitDownloads, log } = options;
	const account = createAccountService({ ...options, origins: config.http });
	const names = createNames(options);
	return { routers: [accountRouter({ config, account, names, guards, limitDownloads, log })] };
}
