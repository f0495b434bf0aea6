import { readFileSync } from "node:fs";
import { visitorJudge } from "#server/go/visitor.ts";
import { browsers, confusionTable } from "./user-agent-corpora.ts";

/**
 * Prints who gets which answer, by kind of client, whoever gets a wrong one, and what a verdict costs: `npm run who`.
 * A file of more agents of people, one a line, may be named.
 */
const [file] = process.argv.slice(2);
const people = file === undefined ? [] : readFileSync(file, "utf8").split("\n");
const { rows, mistakes } = confusionTable(people.filter((userAgent) => userAgent !== ""));
const WIDTH = 18;
const head = ["", "card", "redirect", "universal", "total"].map((text, at) =>
	text[at === 0 ? "padEnd" : "padStart"](at === 0 ? WIDTH : 9),
);
const lines = rows.map(({ corpus, card, redirect, universal, total }) =>
	[corpus.padEnd(WIDTH), ...[card, redirect, universal, total].map((count) => String(count).padStart(9))].join(" "),
);
const print = (text: string) => process.stdout.write(`${text}\n`);
print([head.join(" "), ...lines].join("\n"));
print(`\nNot as expected: ${mistakes.length}\n${mistakes.join("\n")}`);
const { first, again } = costs();
print(
	`\nA verdict costs ${first.toFixed(2)} microseconds at first, ${again.toFixed(2)} for an agent that was seen before.`,
);

/** Microseconds for a verdict, each the mean over the corpus of browsers. */
function costs(): { first: number; again: number } {
	const agents = browsers().map(({ userAgent }) => userAgent);
	const rounds = 500;
	visitorJudgeRound(visitorJudge(), agents);
	const judge = visitorJudge();
	const first = microsecondsOf(() => visitorJudgeRound(judge, agents));
	const again = microsecondsOf(() => {
		for (let round = 0; round < rounds; round++) visitorJudgeRound(judge, agents);
	});
	return { first: first / agents.length, again: again / agents.length / rounds };
}

function visitorJudgeRound(judge: ReturnType<typeof visitorJudge>, agents: string[]): void {
	for (const agent of agents) judge(agent);
}

function microsecondsOf(work: () => void): number {
	const before = process.hrtime.bigint();
	work();
	return Number(process.hrtime.bigint() - before) / 1000;
}
