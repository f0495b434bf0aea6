import pino from "pino";
import { expect, it } from "vitest";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";

const said: { alert?: string; level: number; imageUrl?: string }[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void said.push(JSON.parse(line)) });

const first = useTestApp();
/** What the first process has when the second one starts. */
let imageUrl: string | null = null;
const second = useTestApp(async () => {
	const owner = await subscriber(first);
	({ imageUrl } = await createLink(owner, { image: await asFile(twoColours({ width: 200, height: 100 })) }));
	return { beside: first, deps: () => ({ log }) };
});

async function ready({ origin }: { origin: string }) {
	const answer = await fetch(`${origin}/readyz`);
	return { code: answer.status, ...((await answer.json()) as { status: string; warnings?: string[] }) };
}

it("a process that can't find a picture in use alerts at its start, warns on /readyz, and stays ready (P147)", async () => {
	await until(async () => (await ready(second)).warnings !== undefined);
	const warnings = [expect.stringContaining("Give all processes the same DATA_DIR, or keep pictures on S3")];
	expect(await ready(second)).toMatchObject({ code: 200, status: "ready", warnings });
	const alerts = said.filter(({ alert }) => alert === "pictures_unseen");
	expect(alerts).toMatchObject([{ level: 50, imageUrl }]);
	expect(await ready(first)).not.toHaveProperty("warnings");
});
