import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ORDERS, type Order, TROUBLES, type Trouble } from "./orders.ts";
import { createStage } from "./stage.ts";
import { makeWhole, tryOrder } from "./trial.ts";

/**
 * `npm run troubles`: runs every command of an operator in each trouble, as root on Linux, and prints what each says. A
 * command that the trouble touches must end with code 1 and one sentence, and leave everything as it was; any other must
 * work. Ends with code 1 where one does not. `-- backup restore`: only the commands whose names begin like that.
 */
const only = process.argv.slice(2);
const say = (line: string) => void process.stdout.write(`${line}\n`);
if (process.getuid?.() !== 0) throw new Error("Only root can make a small disk and run commands as another user.");
const dir = await mkdtemp(path.join(os.tmpdir(), "visualink-troubles-"));
await chmod(dir, 0o755);
const stage = await createStage(dir);
const counts = { refused: 0, worked: 0, wrong: 0 };
try {
	await makeWhole(stage);
	for (const order of ORDERS.filter(({ name }) => only.length === 0 || only.some((each) => name.startsWith(each)))) {
		say(`\n${order.name}`);
		for (const trouble of order.only ?? TROUBLES) await report(order, trouble);
	}
	say(`\n${counts.refused} refused in one sentence, ${counts.worked} not touched, ${counts.wrong} WRONG`);
	if (counts.wrong > 0) process.exitCode = 1;
} finally {
	await stage.stop();
	await rm(dir, { recursive: true, force: true });
}

async function report(order: Order, trouble: Trouble): Promise<void> {
	const { code, said, wrong } = await tryOrder(stage, order, trouble);
	counts[wrong.length > 0 ? "wrong" : code === 0 ? "worked" : "refused"] += 1;
	const words = code === 0 && wrong.length === 0 ? "works" : said.trim();
	say(`  ${trouble.padEnd(26)}${code}  ${words}${wrong.map((each) => `\n    WRONG: ${each}`).join("")}`);
}
