import { isIP } from "node:net";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import { imageOriginsOf } from "#server/platform/config/origins.ts";
import { type AskListener, createAskListener } from "./ask-listener.ts";
import { createServedHosts, type ServedHosts } from "./served-hosts.ts";

type Options = { config: Pick<Config, "dataDir" | "http">; log: Pick<Logger, "warn"> };

/** Where a proxy asks whether a host may have a certificate, and the hosts that may. */
export type TlsAsk = AskListener & { hosts: ServedHosts };

/** Our own hosts may always have one; accounts' hosts as the last start knew them, until the database is read. */
export async function createTlsAsk({ config, log }: Options): Promise<TlsAsk> {
	const ours = imageOriginsOf(config.http).map((origin) => new URL(origin).hostname);
	const named = new Set(ours.filter((host) => isIP(host.replace(/[[\]]/g, "")) === 0));
	const hosts = createServedHosts({ dataDir: config.dataDir, log });
	await hosts.load();
	const mayHave = (host: string) => hosts.has(host) || named.has(host);
	const { open, drain } = createAskListener({ mayHave, log });
	return {
		open,
		async drain() {
			await drain();
			await hosts.kept();
		},
		hosts,
	};
}
