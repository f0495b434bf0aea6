import { parseArgs } from "node:util";
import { postmasterOf } from "../machine/cpu-time.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";
import { throttle } from "../machine/throttle.ts";
import { createPatientFetch } from "./slow-machine/answers.ts";
import { travel } from "./slow-machine/journey.ts";

/**
 * `npm run slow-machine`: the built service gets a tenth of a processor, with its database and without, while a newcomer
 * goes from signing in to statistics and an import. Prints each answer, and ends with code 1 where one blames the person
 * for the machine (4xx), is 5xx without `Retry-After`, or something is lost. `-- --share 0.2` gives another share.
 */
const { values } = parseArgs({ options: { share: { type: "string", default: "0.1" }, only: { type: "string" } } });
const share = Number(values.share);
const print = (line: string) => void process.stdout.write(`${line}\n`);

for (const slow of ["service", "service and database"].filter((each) => each === (values.only ?? each))) {
	print(`\n${share} of a processor for the ${slow}`);
	const rig = await prepareDatabase({ links: 0, views: 0 });
	const service = await startOnRig(rig);
	const database = slow === "service" ? [] : [await postmasterOf(rig.pool)];
	const begunAt = performance.now();
	const release = throttle([service.pid(), ...database], share);
	const client = createPatientFetch(print);
	try {
		const missing = await travel({ origin: service.origin, ...client }).catch((error: unknown) => [String(error)]);
		const seconds = (performance.now() - begunAt) / 1_000;
		const wrong = client.wrong();
		print(`\n${client.answers.length} answers in ${seconds.toFixed(0)} s.`);
		print(
			`503 with Retry-After: ${client.answers.filter((each) => each.status === 503 && !wrong.includes(each)).length}`,
		);
		for (const { step, request, status, ms } of wrong) print(`WRONG ${status} after ${ms} ms, ${step}: ${request}`);
		for (const words of missing) print(`MISSING ${words}`);
		if (wrong.length + missing.length > 0) process.exitCode = 1;
	} finally {
		release();
		await service.stop("SIGKILL");
		await rig.stop();
	}
}
