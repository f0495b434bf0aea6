import { EVIDENCE } from "#shared/moderation/guard/moderation-reason.ts";
import { judgeAll, LISTS } from "./lists.ts";

/** `npm run night -- guard`: a table by rule for each list of cards, and the cards that are judged wrongly, by name. */
let isWorse = false;
for (const [name, { cards, expected, mostWrong }] of Object.entries(LISTS)) {
	const list = cards();
	const { outcomes, wrong, share } = judgeAll(list, expected);
	const percent = (100 * (expected === "caught" ? 1 - share : share)).toFixed(2);
	say(`\n${name}: ${list.length} cards, ${percent} % ${expected === "caught" ? "flagged or blocked" : "flagged"}`);
	const count = (wanted: string) => outcomes.filter(({ evidence }) => evidence === wanted).length;
	say(`  by evidence: ${EVIDENCE.map((each) => `${count(each)} ${each}`).join(", ")}`);
	const rows = new Map<string, { flagged: number; blocked: number }>();
	for (const { verdict, codes } of outcomes) {
		if (verdict === "fine") continue;
		for (const code of codes) {
			const row = rows.get(code) ?? { flagged: 0, blocked: 0 };
			row[verdict] += 1;
			rows.set(code, row);
		}
	}
	for (const [code, { flagged, blocked }] of rows) {
		say(`  ${code.padEnd(16)} ${String(flagged).padStart(5)} flagged ${String(blocked).padStart(5)} blocked`);
	}
	for (const { card, verdict, brand, codes } of wrong) {
		say(`  ${verdict} ${codes} ${brand}: ${card.title} | ${card.description} | ${card.slug} | ${card.targetUrl}`);
	}
	isWorse ||= share > mostWrong;
}
process.exitCode = isWorse ? 1 : 0;

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
