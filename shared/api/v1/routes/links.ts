import { z } from "zod";
import { apiRoute, idParam } from "../api-route.ts";
import { apiLink } from "../link.ts";

const ofLink = z.object({ id: idParam });

export const LINK_ROUTES = [
	apiRoute({
		id: "getLink",
		method: "get",
		path: "/links/{id}",
		tag: "links",
		scope: "links:read",
		summary: "Read a link",
		params: ofLink,
		answer: { status: 200, schema: apiLink },
		errors: ["link_not_found"],
		isRevised: true,
		example: { params: { id: 1 } },
	}),
] as const;
