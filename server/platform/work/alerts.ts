import { Counter } from "prom-client";
import { PartRegistry } from "./part-registry.ts";

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
	"unknown_price",
	"withdrawal",
] as const;

export type AlertCounts = {
	/** Counts what a line of the log says, if it is an alert. */
	onLine: (line: unknown) => void;
	metrics: PartRegistry;
};

/** Counts the log's alerts; each is there from the start with 0, so that the first one is an increase. */
export function createAlertCounts(): AlertCounts {
	const metrics = new PartRegistry("alerts");
	const counts = new Counter({
		name: "visualink_alerts_total",
		help: "Lines of the log with this alert",
		labelNames: ["alert"],
		registers: [metrics],
	});
	for (const alert of ALERTS) counts.inc({ alert }, 0);
	return {
		onLine(line) {
			if (typeof line !== "object" || line === null || !("alert" in line)) return;
			const alert = ALERTS.find((each) => each === line.alert);
			if (alert) counts.inc({ alert });
		},
		metrics,
	};
}
