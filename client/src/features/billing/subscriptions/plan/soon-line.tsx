import { hourIfSoon } from "#client/lib/soon.ts";

/** The second line of a date on which a plan ends or is charged: its hour, where that is near (P266). */
export function SoonLine({ at }: { at: string | null | undefined }) {
	const hour = at && hourIfSoon(at, new Date());
	return hour ? <span className="block text-sm font-normal">{hour}</span> : null;
}
