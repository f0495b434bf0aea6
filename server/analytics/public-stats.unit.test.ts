import { expect, test } from "vitest";
import type { Chart } from "#shared/analytics/chart.ts";
import { presentPublic } from "./present-public.ts";
import { publicSource } from "./public-sources.ts";

const link = { title: "Summer", shortUrl: "https://visualink.example/go/ada/summer" };
const chart: Chart = {
	from: "2026-11-01",
	to: "2026-11-22",
	zone: "UTC",
	unit: "day",
	points: [{ at: "2026-11-01T00:00:00.000Z", human: 30, bot: 2 }],
	totals: { human: 30, bot: 2 },
	before: { human: 1, bot: 0 },
	days: { from: "2026-11-01", to: "2026-11-22", human: 30, bot: 2 },
	visitors: [{ day: "2026-11-01", visitors: 11 }],
	breakdowns: {
		source: [
			[
				["www.google.com", 9],
				["google", 3],
				["intranet.acme.example", 8],
				["insult", 6],
				["x", 4],
			],
			0,
		],
		country: [
			[
				["PT", 26],
				["VA", 4],
			],
			0,
		],
		device: [[["mobile", 4]], 26],
		browser: [[["Chrome", 30]], 0],
		link: [[["7", 30]], 0],
		platform: [[["whatsapp", 2]], 0],
	},
	links: [{ id: 7, title: "Another", linkSlug: "another", deleted: false }],
	only: null,
};

test("what is public tells of no visitors, no few people, and nothing that a stranger wrote; each sum stays", () => {
	expect(presentPublic(chart, link)).toEqual({
		...link,
		from: "2026-11-01",
		to: "2026-11-22",
		unit: "day",
		points: chart.points,
		totals: chart.totals,
		before: chart.before,
		breakdowns: { source: [[["Google", 12]], 18], country: [[["PT", 26]], 4] },
	});
});

test("a long break-down ends in other", () => {
	const many = Array.from({ length: 20 }, (_, n): [string, number] => [`C${n}`, 100 - n]);
	const { country } = presentPublic({ ...chart, breakdowns: { country: [many, 3] } }, link).breakdowns;
	expect(country?.[0]).toEqual(many.slice(0, 12));
	expect(country?.[1]).toBe(many.slice(12).reduce((sum, [, count]) => sum + count, 3));
});

test("sources are large platforms by their names, and nothing else", () => {
	expect(["", "qr", "X", "www.youtube.com", "LinkedIn"].map(publicSource)).toEqual([
		...["", "QR code", "X", "YouTube", "LinkedIn"],
	]);
	expect(["letter", "wiki.acme.example", "google.com.evil.example", "toString", "__proto__"].map(publicSource)).toEqual(
		Array(5).fill(null),
	);
});
