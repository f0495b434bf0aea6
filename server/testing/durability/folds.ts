import { parseArgs } from "node:util";
import { runAggregationStorm } from "./aggregation-storm.ts";

/**
 * `npm run night -- folds`: kills two processes and their PostgreSQL while they fold views under load, large transactions as
 * well, and compares every folded day with plain SQL over the rows, link by link. Ends with code 1 where one differs, or an
 * answered view is not there.
 */
const { values } = parseArgs({
	options: {
		kills: { type: "string", default: "100" },
		"database-kills": { type: "string", default: "20" },
		links: { type: "string", default: "200" },
		/** Views a second that each process is asked for. */
		rate: { type: "string", default: "600" },
		/** Rows of the transactions that are written next to, one before every tenth kill; a multiple of the links. */
		transaction: { type: "string", default: "10000" },
	},
});
const say = (line: string) => process.stdout.write(`${line}\n`);

const { differences, ...result } = await runAggregationStorm(
	{
		kills: Number(values.kills),
		databaseKills: Number(values["database-kills"]),
		links: Number(values.links),
		perSecond: Number(values.rate),
		transaction: Number(values.transaction),
	},
	say,
);
for (const line of differences.slice(0, 20)) say(`differs: ${line}`);
say(JSON.stringify({ ...result, differences: differences.length }, null, "\t"));
const isSound = differences.length === 0 && result.wrongLinks === 0 && result.wrongCounters === 0;
process.exitCode = isSound && result.aggregated === result.counted && result.answered > 0 ? 0 : 1;
