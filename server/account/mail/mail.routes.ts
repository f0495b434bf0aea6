import { Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import type { MailSettingsRow } from "#shared/account/mail/mail-settings.table.ts";
import { type MailSettingsView, mailSettingsForm } from "#shared/account/mail/mail-settings.ts";
import { API } from "#shared/platform/api-paths.ts";
import { hasBounced, type MailSettings } from "./mail-settings.service.ts";

type Options = {
	settings: Pick<MailSettings, "read" | "change">;
	guards: Pick<Guards, "requireUser">;
	isOn: boolean;
	mailbox: string | null;
};

/** What an owner gets by mail (P674); no consent or subscription required. */
export function mailRouter({ settings, guards, isOn, mailbox }: Options): Router {
	const router = Router();

	function present({ email }: Pick<User, "email">, row: MailSettingsRow | null): MailSettingsView {
		const { off = [], timeZone = null } = row ?? {};
		return { isOn, email, off, hasBounced: row !== null && hasBounced(row, email), timeZone, mailbox };
	}

	router.get(API.account.mail, guards.requireUser, async (req, res) => {
		const user = userOf(req);
		res.json(present(user, await settings.read(user.id)));
	});

	router.put(API.account.mail, guards.requireUser, async (req, res) => {
		const user = userOf(req);
		res.json(present(user, await settings.change(user.id, parseBody(mailSettingsForm, req))));
	});

	return router;
}
