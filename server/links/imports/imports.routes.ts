import express, { Router } from "express";
import { z } from "zod";
import { type Guards, subscriptionOf, userOf } from "#server/account/auth/guards.ts";
import { requirePlan } from "#server/account/auth/require-plan.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseBody, parseQuery } from "#server/platform/http/parse.ts";
import { assignedColumns } from "#shared/links/imports/file-columns.ts";
import { IMPORT_LIMITS, importStart, ROW_FILTERS } from "#shared/links/imports/imports.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import type { Imports } from "./imports.service.ts";

type Options = { imports: Imports; guards: Pick<Guards, "requireUser" | "requireAuthor" | "stillAuthor"> };

const fileQuery = z.object({
	name: z.string().max(255).default("links.csv"),
	columns: assignedColumns.optional(),
});
const rowsQuery = z.object({
	after: z.coerce.number().int().min(0).max(1_000_000).default(0),
	state: z.enum(ROW_FILTERS).optional(),
});

/** Imports links from CSV files (P190). It parses its own bodies. */
export function importsRouter({ imports, guards }: Options): Router {
	const router = Router();
	const { requireUser, requireAuthor, stillAuthor } = guards;
	const hasCsv = requirePlan("csv");
	const readFile = express.raw({ type: ["text/csv", "application/octet-stream"], limit: IMPORT_LIMITS.bytes });

	router.get(API.imports.all, requireUser, async (req, res) => {
		res.json(await imports.present(userOf(req)));
	});
	const readByAuthor = [...requireAuthor, hasCsv, readFile, ...stillAuthor, hasCsv];
	router.post(API.imports.all, ...readByAuthor, async (req, res) => {
		if (!Buffer.isBuffer(req.body)) throw new AppError("unsupported_type", "Send a CSV file");
		const { name, columns: assigned } = parseQuery(fileQuery, req);
		const planId = subscriptionOf(req).planId;
		const fileName = name.replace(/\p{Cc}/gu, "") || "links.csv";
		const gone = new AbortController();
		res.once("close", () => gone.abort());
		try {
			const file = { bytes: req.body, fileName, assigned, planId, signal: gone.signal };
			res.status(201).json(await imports.check(userOf(req), file));
		} catch (error) {
			// A disconnected client gets no answer; this is no error.
			if (!gone.signal.aborted) throw error;
		}
	});
	router.get(API_ROUTES.importRows, requireUser, async (req, res) => {
		res.json(await imports.rows(userOf(req), String(req.params.id), parseQuery(rowsQuery, req)));
	});
	router.post(API_ROUTES.importStart, ...requireAuthor, express.json(), ...stillAuthor, async (req, res) => {
		const { prefill } = parseBody(importStart, req);
		const planId = subscriptionOf(req).planId;
		res.json(await imports.start(userOf(req), String(req.params.id), { prefill, planId }));
	});
	router.post(API_ROUTES.importStop, requireUser, async (req, res) => {
		res.json(await imports.stop(userOf(req), String(req.params.id)));
	});
	return router;
}
