import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { uncountedReason, visitorOfRequest } from "#server/go/request-signs.ts";
import { judgeUserAgent, visitorJudge } from "#server/go/visitor.ts";
import { browsers, confusionTable } from "./user-agent-corpora.ts";

/** What Chromium says beside its name when somebody goes to a link. */
const NAVIGATION = {
	"accept-language": "en",
	"sec-fetch-dest": "document",
	"sec-fetch-mode": "navigate",
	"sec-fetch-site": "cross-site",
};

/**
 * Prints who gets which answer, by kind of client, whoever gets a wrong one, and what a verdict costs: `npm run who`.
 * A file of more agents of people, one a line, may be named.
 */
const [file] = process.argv.slice(2);
const people = file === undefined ? [] : readFileSync(file, "utf8").split("\n");
const { rows, mistakes } = confusionTable(people.filter((userAgent) => userAgent !== ""));
const WIDTH = 18;
const head = ["", "card", "redirect", "universal", "total", "source"].map((text, at) =>
	text[at === 0 ? "padEnd" : "padStart"](at === 0 ? WIDTH : 9),
);
const lines = rows.map(({ corpus, card, redirect, universal, total, named }) =>
	[corpus.padEnd(WIDTH), ...[card, redirect, universal, total, named].map((count) => String(count).padStart(9))].join(
		" ",
	),
);
const print = (text: string) => process.stdout.write(`${text}\n`);
print([head.join(" "), ...lines].join("\n"));
const stranded = rows.filter(({ isOfPeople }) => isOfPeople).reduce((sum, { card }) => sum + card, 0);
print(`\nPeople without a way on: ${stranded}`);
print(`\nNot as expected: ${mistakes.length}\n${mistakes.join("\n")}`);
const { first, again, withHeaders } = costs();
print(
	`\nMicroseconds of a verdict: ${first} at first, ${again} for an agent seen before, ${withHeaders} with its headers read.`,
);

/** Made name by name, as Node makes them of a request. */
function headersOf(userAgent: string): IncomingHttpHeaders {
	const headers: IncomingHttpHeaders = {};
	for (const [name, value] of Object.entries({ "user-agent": userAgent, ...NAVIGATION })) headers[name] = value;
	return headers;
}

/** Microseconds of processor time for a verdict, each the mean over the corpus of browsers. */
function costs(): Record<"first" | "again" | "withHeaders", string> {
	const agents = browsers().map(({ userAgent }) => userAgent);
	const requests = agents.map((userAgent) => ({ method: "GET", headers: headersOf(userAgent) }));
	const cost = (rounds: number, work: () => void) => {
		const before = process.cpuUsage();
		for (let round = 0; round < rounds; round++) work();
		return (process.cpuUsage(before).user / rounds / agents.length).toFixed(2);
	};
	for (const agent of agents) judgeUserAgent(agent);
	const judge = visitorJudge();
	const judgeAll = () => agents.forEach((agent) => void judge(agent));
	const judgeRequests = () => {
		for (const request of requests) {
			uncountedReason(visitorOfRequest(judge(request.headers["user-agent"] ?? ""), request), request);
		}
	};
	return { first: cost(1, judgeAll), again: cost(500, judgeAll), withHeaders: cost(500, judgeRequests) };
}
