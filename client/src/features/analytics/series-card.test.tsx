import { createRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Chart } from "#shared/analytics/chart.ts";
import { SeriesCard } from "./series-card.tsx";

const NONE = { human: 0, bot: 0 };
const drawn = (scanners: number) => {
	const chart: Chart = {
		...{ from: "2026-11-22", to: "2026-11-22", zone: "UTC", unit: "day", points: [], visitors: [] },
		...{ totals: { human: 1_234, bot: 0 }, before: NONE, days: { ...NONE, from: "2026-11-22", to: "2026-11-22" } },
		...{ scanners, breakdowns: {}, links: [], only: null },
	};
	return renderToStaticMarkup(
		<SeriesCard chart={chart} only={null} view="chart" today="2026-11-22" heading={createRef()} onShowAll={() => {}} />,
	);
};

test("people who are probably scanners are a figure next to people, where there are any (P538)", () => {
	expect(drawn(1_200)).toContain("1,200 probably scanners");
	expect(drawn(1_200)).toContain("1,234");
	expect(drawn(0)).not.toContain("scanners");
});
