import { Router } from "express";
import type { Wire } from "#server/outbound/wire.ts";
import { PAGES, picture } from "./pages.ts";

/** Names that nobody can have (RFC 2606). */
const SANDBOX_WEB = /^[a-z0-9-]+\.sandbox\.example$/;
/** Of the public internet by its number, so that it is judged like any other; nothing is ever sent to it. */
const ADDRESS = "7.7.7.7";

type Options = {
	/** Where the application reaches itself. */
	ownOrigin: string;
	/** Reaches everything else. */
	wire: Wire;
};

/**
 * A few made-up pages at `http://{any name}.sandbox.example`, for the application to read as it reads any other. The
 * names lead to this very process; what may be asked is judged by the application before.
 */
export function sandboxWeb({ ownOrigin, wire }: Options): { router: Router; wire: Wire } {
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
	return {
		router,
		wire: {
			resolve: async (name, signal) => (SANDBOX_WEB.test(name) ? [ADDRESS] : wire.resolve(name, signal)),
			connect: (to) =>
				SANDBOX_WEB.test(to.host)
					? wire.connect({ ...to, address: hostname.replace(/[[\]]/g, ""), port: Number(port) })
					: wire.connect(to),
		},
	};
}
