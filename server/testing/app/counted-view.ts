import type { CountedView } from "#server/public/views/counted-view.ts";
import { newViewId } from "#server/public/views/view-id.ts";

/** A person's view of link 1 at this moment, with these fields changed. */
export function countedView(change: Partial<CountedView> = {}): CountedView {
	const at = change.at ?? Date.now();
	return {
		id: newViewId(at),
		at,
		userId: "google-ada",
		linkId: 1,
		ip: "203.0.113.0",
		userAgent: "Browser",
		clientWidth: 0,
		clientHeight: 0,
		attribution: "",
		isBot: false,
		kind: "human",
		visitor: null,
		...change,
	};
}
