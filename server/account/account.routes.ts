import { pipeline } from "node:stream/promises";
import { type RequestHandler, Router } from "express";
import type { Logger } from "pino";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { sessionCookieAttributes, sessionCookieName } from "#server/account/auth/sessions.ts";
import type { Config } from "#server/platform/config/config.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import { accountDeletion, confirmsDeletion, WRONG_CONFIRMATION } from "#shared/account/account-deletion.ts";
import { nameChange } from "#shared/account/auth/user-name.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Account } from "./account.service.ts";
import type { Names } from "./name.service.ts";

type Options = {
	config: Config;
	account: Account;
	names: Names;
	guards: Pick<Guards, "requireUser" | "requireAuthor" | "whileSignedIn">;
	limitDownloads: RequestHandler;
	log: Logger;
};

/** The user's own data, deletion of the account, and the name in links; no consent or subscription required. */
export function accountRouter({ config, account, names, guards, limitDownloads, log }: Options): Router {
	const router = Router();

	router.get(API.account.data, guards.requireUser, limitDownloads, async (req, res) => {
		const user = userOf(req);
		const parts = guards.whileSignedIn(req, account.data(user));
		// An error from here on breaks off the file, which browsers show as a failed download.
		const beginning = await parts.next();
		const day = new Date().toISOString().slice(0, 10);
		res.attachment(`visualink-data-${user.userSlug}-${day}.json`);
		res.write(beginning.value ?? "");
		await pipeline(parts, res).catch((error: unknown) => {
			log.warn({ err: error }, "a download of somebody's data broke off");
		});
	});

	router.delete(API.account.all, guards.requireUser, async (req, res) => {
		const user = userOf(req);
		const { confirm } = parseBody(accountDeletion, req);
		if (!confirmsDeletion(confirm, user.userSlug))
			throw new AppError("wrong_confirmation", WRONG_CONFIRMATION, { field: "confirm" });
		await account.remove(user);
		res.clearCookie(sessionCookieName(config), sessionCookieAttributes(config)).status(204).end();
	});

	router.get(API.account.name, guards.requireUser, async (req, res) => {
		res.json(await names.read(userOf(req)));
	});

	router.put(API.account.name, ...guards.requireAuthor, async (req, res) => {
		res.json(await names.change(userOf(req), parseBody(nameChange, req).name));
	});

	return router;
}
