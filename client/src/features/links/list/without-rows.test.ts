import { expect, it } from "vitest";
import type { LinkOverview, ListedLink } from "#shared/links/link-list.ts";
import { withoutRows } from "./without-rows.ts";

const row = (id: number, archived: boolean) => ({ id, archived }) as ListedLink;
const known: LinkOverview = {
	ids: [3, 2, 1],
	links: [row(3, false), row(2, true)],
	totals: { links: 9, archived: 4 },
	tags: [],
	readAt: "2026-03-05T10:02:00.000Z",
};

it.each([
	["delete", { links: 7, archived: 3 }],
	["archive", { links: 9, archived: 6 }],
	["unarchive", { links: 9, archived: 2 }],
] as const)("P176: rows that leave by '%s' leave the totals too", (change, totals) => {
	const left = withoutRows(known, { gone: [2, 1], change });
	expect(left).toMatchObject({ ids: [3], totals });
	expect(left.links.map(({ id }) => id)).toEqual([3]);
});
