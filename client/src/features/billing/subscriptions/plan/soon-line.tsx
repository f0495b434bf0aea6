import { hourIfSoon } from "#client/lib/soon.ts";

/** The time of a near end or charge, as the date's second line (P266). */
export function SoonLine({ at }: { at: string | null | undefined }) {
	const hour = at && hourIfSoon(at, new Date());
	return hour ? <span className="block text-sm font-normal">{hour}</span> : null;
}
