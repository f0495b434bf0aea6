import { counter, type Figures } from "./figures.ts";

/** Every value of `alert` in the log (P147). */
export const ALERTS = [
	"prices",
	"stripe_key",
	"view_spool",
	"views_dropped",
	"disk",
	"pictures_unseen",
	"clock",
	"event_loop",
	"webhook_signature",
	"stripe_inbox",
	"invoice_finalization",
	"double_subscription",
	"invoice_finalization",
	"unknown_price",
] as const;

export type AlertCounts = {
	/** Counts what a line of the log says, if it is an alert. */
	onLine: (line: unknown) => void;
	figures: Figures;
};

/** Counts the log's alerts; each is there from the start with 0, so that the first one is an increase. */
export function createAlertCounts(): AlertCounts {
	const counts: Record<string, number> = Object.fromEntries(ALERTS.map((name) => [name, 0]));
	return {
		onLine(line) {
			if (typeof line !== "object" || line === null || !("alert" in line)) return;
			const name = String(line.alert);
			if (name in counts) counts[name] = (counts[name] ?? 0) + 1;
		},
		figures: {
			part: "alerts",
			read: () => [
				counter("visualink_alerts_total", "Lines of the log with this alert", { label: "alert", values: counts }),
			],
		},
	};
}
