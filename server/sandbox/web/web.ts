import { Router } from "express";
import type { Detour } from "#server/platform/outbound/wire.ts";
import { PAGES, picture } from "./pages.ts";

/** Names that nobody can have (RFC 2606). */
const SANDBOX_WEB = /^[a-z0-9-]+\.sandbox\.example$/;
/** Leads to that port of this machine, so that a receiver of webhooks can be tried. */
const RECEIVERS = /^receiver-(\d{2,5})\.sandbox\.example$/;
/** Of the public internet by its numbers, so that it is judged like any other; nothing is ever sent to it. */
const NETWORK = "7.7";

/** The origin that leads to this port of the machine. */
export const receiverAt = (port: string): string => `http://receiver-${port}.sandbox.example`;

type Options = {
	/** Where the application reaches itself. */
	ownOrigin: string;
	/** Only where all users are on this machine: others must not reach its ports. */
	hasReceivers: boolean;
};

/**
 * A few made-up pages at `http://{any name}.sandbox.example`, for the application to read as it reads any other. The
 * names lead to this very process; what may be asked is judged by the application before.
 */
export function sandboxWeb({ ownOrigin, hasReceivers }: Options): { router: Router; detours: Detour[] } {
	const router = Router();
	router.use((req, res, next) => {
		if (!SANDBOX_WEB.test(req.headers.host ?? "")) return next();
		const page = PAGES[req.path];
		if (req.path.endsWith(".png")) return void picture(req.path).then((png) => res.type("png").send(png), next);
		if (!page) return void res.status(404).type("html").send("<title>Not found</title>");
		res
			.status(page.status ?? 200)
			.type("html")
			.send(page.html);
	});
	const { hostname, port } = new URL(ownOrigin);
	const to = { host: hostname.replace(/[[\]]/g, ""), port: Number(port) };
	const receivers: Detour = { names: RECEIVERS, addresses: NETWORK, to: { host: "localhost", port: null } };
	return { router, detours: [...(hasReceivers ? [receivers] : []), { names: SANDBOX_WEB, addresses: NETWORK, to }] };
}
