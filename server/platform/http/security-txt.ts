import { Router } from "express";
import type { Config } from "#server/platform/config/config.ts";
import { DAY_MS } from "#shared/platform/days.ts";

const PATH = "/.well-known/security.txt";
/** RFC 9116 recommends less than a year. */
const VALID_MS = 180 * DAY_MS;
const DAY_SECONDS = 86_400;

type Options = { config: Pick<Config, "http">; now: () => Date };

/** The contact for security reports (RFC 9116), generated per request so that it never expires. */
export function securityTxt({ config, now }: Options): Router {
	const { reportEmail, publicOrigin } = config.http;
	const router = Router();
	router.get(PATH, (_req, res) => {
		const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
		const fields = [
			`Contact: mailto:${encodeURI(reportEmail)}`,
			`Expires: ${new Date(today + VALID_MS).toISOString()}`,
			"Preferred-Languages: en",
			`Canonical: ${publicOrigin}${PATH}`,
		];
		res
			.set("Cache-Control", `public, max-age=${DAY_SECONDS}`)
			.type("text/plain")
			.send(`${fields.join("\n")}\n`);
	});
	return router;
}
