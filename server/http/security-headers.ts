import type { RequestHandler } from "express";
import helmet from "helmet";

/** The headers of every answer but those of `/go` and of the sandbox, which have their own. */
export function securityHeaders({ publicOrigin }: { publicOrigin: string }): RequestHandler {
	const isHttps = publicOrigin.startsWith("https://");
	return helmet({
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				defaultSrc: ["'self'"],
				scriptSrc: ["'self'"],
				objectSrc: ["'none'"],
				baseUri: ["'none'"],
				frameAncestors: ["'none'"],
				formAction: ["'self'"],
				imgSrc: ["'self'", "blob:", "data:", "https:"],
				styleSrc: ["'self'", "'unsafe-inline'"],
			},
		},
		strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
		referrerPolicy: { policy: "strict-origin-when-cross-origin" },
	});
}
