import type { RequestHandler } from "express";
import helmet from "helmet";
import type { Origins } from "#server/platform/config/origins.ts";
import { isForAccount } from "./account-host.ts";
import { hstsFor } from "./hsts.ts";

/** Headers of all answers except `/go` and the sandbox, which set their own. */
export function securityHeaders({ publicOrigin, imagesOrigin }: Omit<Origins, "linksOrigin">): RequestHandler {
	const hsts = hstsFor(publicOrigin);
	// On a developer's machine.
	const plainImages = imagesOrigin.startsWith("http:") && imagesOrigin !== publicOrigin ? [imagesOrigin] : [];
	const others = helmet({
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				defaultSrc: ["'self'"],
				scriptSrc: ["'self'"],
				objectSrc: ["'none'"],
				baseUri: ["'none'"],
				frameAncestors: ["'none'"],
				formAction: ["'self'"],
				imgSrc: ["'self'", "blob:", "data:", "https:", ...plainImages],
				styleSrc: ["'self'", "'unsafe-inline'"],
			},
		},
		strictTransportSecurity: false,
		referrerPolicy: { policy: "strict-origin-when-cross-origin" },
	});
	return (req, res, next) => {
		if (hsts !== null && !isForAccount(req)) res.setHeader("Strict-Transport-Security", hsts);
		others(req, res, next);
	};
}
