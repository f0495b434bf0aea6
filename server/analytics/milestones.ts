import type pg from "pg";
import { MILESTONES } from "#shared/account/mail/mail-kinds.ts";

const REACHED = {
	name: "link-milestones",
	text: `INSERT INTO link_milestones (link_id, people)
		SELECT links.id, milestone FROM links, unnest($2::int[]) AS milestone
		WHERE links.id = ANY ($1::int[]) AND views_human >= milestone AND NOT EXISTS (
			SELECT FROM link_milestones known WHERE known.link_id = links.id AND known.people = milestone)
		ON CONFLICT DO NOTHING`,
};

/** Stores the milestones that links reached with newly aggregated views; a trigger queues their mails (P676). */
export async function storeMilestones(client: pg.ClientBase, linkIds: number[]): Promise<void> {
	if (linkIds.length > 0) await client.query({ ...REACHED, values: [linkIds, [...MILESTONES]] });
}
