import { parseArgs } from "node:util";
import { runDurability } from "./durability.ts";

const { values } = parseArgs({
	options: {
		"app-kills": { type: "string", default: "100" },
		"database-kills": { type: "string", default: "20" },
		"outage-seconds": { type: "string", default: "60" },
		connections: { type: "string", default: "32" },
		port: { type: "string", default: "4480" },
	},
});
const say = (line: string) => process.stdout.write(`${line}\n`);

const result = await runDurability(
	{
		port: Number(values.port),
		connections: Number(values.connections),
		appKills: Number(values["app-kills"]),
		databaseKills: Number(values["database-kills"]),
		outageMs: Number(values["outage-seconds"]) * 1_000,
	},
	say,
);
say(JSON.stringify(result, null, "\t"));
const isSound = result.wrongLinks === 0 && result.wrongCounters === 0 && result.failedInOutage === 0;
const isWholeInTime = result.wholeAfterMs <= 3_000;
process.exitCode = isSound && isWholeInTime ? 0 : 1;
