import { apiGet } from "#client/lib/api-client.ts";
import { formatCounted } from "#client/lib/format.ts";
import { LIST_LIMITS, type ListedLink } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Which of these links exist and aren't deleted. @throws as `apiGet` */
export async function linksThere(ids: readonly number[]): Promise<number[]> {
	const there: number[] = [];
	for (let from = 0; from < ids.length; from += LIST_LIMITS.page) {
		const rows = await apiGet<ListedLink[]>(API.links.rows(ids.slice(from, from + LIST_LIMITS.page)));
		there.push(...rows.map(({ id }) => id));
	}
	return there;
}

type Restored = {
	back: number;
	taken: number;
	/** Those past the time limit. */
	late: number;
};

export function restoredWords({ back, taken, late }: Restored) {
	if (taken + late === 0) {
		return { title: "Undone", description: `${formatCounted(back, "link")} restored`, variant: "success" } as const;
	}
	const why = taken > 0 ? "the short address was taken in the meantime" : "it is too late to undo";
	const stays = taken + late === 1 ? "1 link stays deleted" : `${formatCounted(taken + late, "link")} stay deleted`;
	return { title: "Not undone", description: `${stays}: ${why}.`, variant: "destructive" } as const;
}
