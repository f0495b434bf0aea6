import { expect, test } from "vitest";
import type { Chart } from "#shared/analytics/chart.ts";
import { presentPublic } from "./present-public.ts";
import { publicSource } from "./public-sources.ts";

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
	scanners: 2,
	breakdowns: {
		source: [
			[
				["www.google.com", 9],
				["google", 3],
				["intranet.acme.example", 8],
				["insult", 1],
				["x", 9],
			],
			0,
		],
		country: [
			[
				["PT", 21],
				["VA", 9],
			],
			0,
		],
		device: [[["mobile", 9]], 21],
		browser: [[["Chrome", 30]], 0],
		link: [[["7", 30]], 0],
		platform: [[["whatsapp", 2]], 0],
	},
	links: [
		{
			id: 7,
			title: "Another",
			linkSlug: "another",
			shortUrl: "https://v.example/go/ada/another",
			domain: null,
			deleted: false,
		},
	],
	only: null,
};

test("what is public tells of no visitors, nothing that was opened fewer than ten times, and nothing that a stranger wrote; each sum stays", () => {
	expect(presentPublic(chart)).toEqual({
		from: "2026-11-01",
		to: "2026-11-22",
		unit: "day",
		points: chart.points,
		totals: chart.totals,
		before: chart.before,
		breakdowns: { source: [[["Google", 12]], 18], country: [[["PT", 21]], 9] },
	});
});

test("a long break-down ends in other", () => {
	const many = Array.from({ length: 20 }, (_, n): [string, number] => [`C${n}`, 100 - n]);
	const { country } = presentPublic({ ...chart, breakdowns: { country: [many, 3] } }).breakdowns;
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
