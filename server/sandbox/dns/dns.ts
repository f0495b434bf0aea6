import { join } from "node:path";
import express, { Router } from "express";
import type { DnsStandIn } from "#server/platform/outbound/dns-records.ts";
import { type Domain, domainList } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";
import { type NameServer, startNameServer } from "./name-server.ts";
import { RecordProblem, readRecord } from "./read-record.ts";
import { recordsPage } from "./records-page.ts";
import { openZone } from "./zone.ts";

const PAGE = "/sandbox/dns";
/** The page is shown without what domains need when the application takes longer. */
const ASK_MS = 5_000;

type Options = {
	dataDir: string;
	/** Where the application reaches itself. */
	ownOrigin: string;
	/** The host that own domains must point to: this machine. */
	target: string;
};

export type DnsControl = { fail: NameServer["fail"] };
export type DnsSandbox = { router: Router; control: DnsControl; standIn: DnsStandIn; stop: () => Promise<void> };

/** Replaces DNS: a name server on loopback, and a page that adds records to it, like a provider's. */
export async function openDnsSandbox({ dataDir, ownOrigin, target }: Options): Promise<DnsSandbox> {
	const names = await startNameServer();
	names.set(target, "A", "127.0.0.1");
	names.set(target, "AAAA", "::1");
	const zone = openZone({ folder: join(dataDir, "sandbox", "dns"), names });

	/** Asked with the visitor's own cookie, as the application's screens do. */
	async function domainsOf(cookie: string | undefined): Promise<Domain[] | null> {
		if (cookie === undefined) return null;
		const options = { headers: { cookie }, signal: AbortSignal.timeout(ASK_MS) };
		const response = await fetch(`${ownOrigin}${API.domains.all}`, options).catch(() => null);
		return response?.ok ? domainList.parse(await response.json()).domains : null;
	}

	const router = Router();
	router.use(PAGE, express.urlencoded({ extended: false }), (_req, res, next) => {
		res.set("Cache-Control", "no-store");
		next();
	});
	router.get(PAGE, async (req, res) => {
		res.send(recordsPage({ domains: await domainsOf(req.headers.cookie), records: zone.all() }));
	});
	router.post(PAGE, async (req, res) => {
		const given = recordsOf(req.body);
		try {
			await zone[req.body?.action === "remove" ? "remove" : "add"](given.map(readRecord));
			res.redirect(303, PAGE);
		} catch (error) {
			if (!(error instanceof RecordProblem)) throw error;
			const domains = await domainsOf(req.headers.cookie);
			const [typed] = given;
			res.status(400).send(recordsPage({ domains, records: zone.all(), typed, error: error.message }));
		}
	});

	return {
		router,
		control: { fail: names.fail },
		standIn: { resolver: names.address, page: PAGE, onChange: zone.onChange },
		async stop() {
			await names.close();
			await zone.close();
		},
	};
}

/** One record, or several whose fields are repeated. */
function recordsOf(body: unknown): { type: string; name: string; value: string }[] {
	const { type, name, value } = (body ?? {}) as Record<string, unknown>;
	const [types, names, values] = [type, name, value].map((field) => [field ?? ""].flat().map(String));
	return (types ?? []).map((each, n) => ({ type: each, name: names?.[n] ?? "", value: values?.[n] ?? "" }));
}
