import { type Request, Router } from "express";
import { z } from "zod";
import { type Guards, subscriptionOf, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseBody, parseQuery } from "#server/platform/http/parse.ts";
import {
	type ChangedLinks,
	LIST_LIMITS,
	type LinkIndex,
	type LinkOverview,
	linkChanges,
	linkSearch,
	tagName,
} from "#shared/links/link-list.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import { rowIdsText } from "#shared/platform/row-id.ts";
import type { Duplicate } from "../duplicate.ts";
import { presentLink, presentListedLink } from "../present-link.ts";
import type { BulkChanges } from "./bulk-changes.service.ts";
import type { LinkList } from "./link-list.service.ts";
import { type Retag, tagIn } from "./retag.ts";

type Options = {
	list: LinkList;
	bulkChanges: BulkChanges;
	duplicate: Duplicate;
	retag: Retag;
	guards: Guards;
	linksOrigin: string;
};

/** The dashboard's list and the actions on its rows. Its bodies are JSON. */
export function linkListRouter({ list, bulkChanges, duplicate, retag, guards, linksOrigin }: Options): Router {
	const router = Router();
	const { requireUser, requireSubscription, requireAuthor } = guards;
	const presentation = (req: Request) => ({ userSlug: userOf(req).userSlug, linksOrigin });

	router.get(API.links.search, requireUser, async (req, res) => {
		const { rows, readAt, tagsJson, ...found } = await list.search(userOf(req), parseQuery(linkSearch, req));
		const links = rows.map((link) => presentListedLink(link, presentation(req)));
		const rest = { ...found, links, readAt: readAt.toISOString() } satisfies Omit<LinkOverview, "tags">;
		// The tags are most of the answer, and already JSON.
		res.type("json").send(`{"tags":${tagsJson},${JSON.stringify(rest).slice(1)}`);
	});

	router.get(API.links.index, requireUser, async (req, res) => {
		const { readAt, tagsJson, ...index } = await list.index(userOf(req));
		const rest = { ...index, readAt: readAt.toISOString() } satisfies Omit<LinkIndex, "tags">;
		res.type("json").send(`{"tags":${tagsJson},${JSON.stringify(rest).slice(1)}`);
	});

	router.get(API_ROUTES.linkRows, requireUser, async (req, res) => {
		const rows = await list.rows(userOf(req), parseQuery(rowsQuery, req).ids);
		res.json(rows.map((link) => presentListedLink(link, presentation(req))));
	});

	router.post(API.links.changes, ...requireSubscription, async (req, res) => {
		const { planId } = subscriptionOf(req);
		const changes = parseBody(linkChanges, req);
		// An undo must not restore what an operator has disabled (P19).
		if (changes.change === "restore" && userOf(req).disabledAt) {
			throw new AppError("account_disabled", "Your account has been disabled. Please contact us.");
		}
		const { changed, refused } = await bulkChanges.change(userOf(req), changes, { planId });
		const said = refused.map(({ id, message }) => ({ id, message }));
		res.json({ changed, refused: said } satisfies ChangedLinks);
	});

	router.post(API_ROUTES.linkDuplicate, ...requireAuthor, async (req, res) => {
		const { planId } = subscriptionOf(req);
		const link = await duplicate(userOf(req), linkId(req), { planId });
		res.status(201).json(presentLink(link, presentation(req)));
	});

	router.put(API_ROUTES.linkTag, ...requireSubscription, async (req, res) => {
		const { name } = parseBody(z.object({ name: tagName }), req);
		await retag.rename(userOf(req), tagIn(req.params.tag), name);
		res.status(204).end();
	});

	router.delete(API_ROUTES.linkTag, ...requireSubscription, async (req, res) => {
		await retag.remove(userOf(req), tagIn(req.params.tag));
		res.status(204).end();
	});

	return router;
}

const rowsQuery = z.object({ ids: rowIdsText(LIST_LIMITS.page) });
