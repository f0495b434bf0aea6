import { type ErrorRequestHandler, type RequestHandler, Router } from "express";
import { AppError } from "#server/platform/http/app-error.ts";
import { keepOut } from "#server/platform/http/cache-control.ts";
import { OWN_PAGE_CSP, ownPage } from "#server/platform/http/own-page.ts";
import type { RateLimits } from "#server/platform/http/rate-limits.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Sign-in limits per address. Embedded requests don't count, since other sites could cause them. */
export function signInLimits({ signInStarts, signIns }: Pick<RateLimits, "signInStarts" | "signIns">): Router {
	const router = Router();
	router.get(API.auth.google, navigationOnly, signInStarts);
	router.get(API.auth.googleCallback, navigationOnly, signIns);
	router.use(API.auth.google, tooManyAsPage);
	return router;
}

/** Browsers send the purpose in `Sec-Fetch-Dest`; other clients don't. */
const navigationOnly: RequestHandler = (req, _res, next) => {
	const destination = req.get("Sec-Fetch-Dest");
	if (destination !== undefined && destination !== "document") {
		throw new AppError("not_a_page_load", "Sign-in must be opened as a page");
	}
	next();
};

const tooManyAsPage: ErrorRequestHandler = (error, req, res, next) => {
	const isForPeople = req.accepts(["json", "html"]) === "html";
	if (!isForPeople || !(error instanceof AppError) || error.kind !== "too_many") return next(error);
	keepOut(res);
	res.status(429).type("html").set("Content-Security-Policy", OWN_PAGE_CSP).send(PAGE);
};

const PAGE = ownPage({
	title: "Too many sign-ins · Visualink",
	content: `<h1><b>Too many sign-ins</b></h1>
<p>There have been too many sign-ins from your network. Wait a minute, then try again.</p>
<p><a href="/">Back to Visualink</a></p>`,
	homeUrl: "/",
});
