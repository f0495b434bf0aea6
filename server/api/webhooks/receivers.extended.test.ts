import { randomBytes, randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RUNNERS } from "#server/testing/api/run-code.ts";
import { until } from "#server/testing/app/until.ts";
import { type ExampleReceiver, startReceiver } from "#server/testing/machine/example-receiver.ts";
import { RECEIVERS } from "#shared/api/webhooks/receiver-code.ts";

const MINUTE_MS = 60_000;
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const SECRET = newSecret();
const LANGUAGES = Object.keys(RECEIVERS) as (keyof typeof RECEIVERS)[];

describe.each(LANGUAGES.filter((language) => language !== "python" || RUNNERS.python))("in %s", (language) => {
	let receiver: ExampleReceiver;
	beforeAll(async () => {
		receiver = await startReceiver(language, { secret: SECRET });
	});
	afterAll(() => receiver.stop());

	const bodyOf = (title: string) => JSON.stringify({ type: "link.created", data: { title } });
	/** Signed as the outside library signs. */
	const signed = (body: string, { secret = SECRET, id = randomUUID() as string, at = new Date() } = {}) => ({
		"webhook-id": id,
		"webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
		"webhook-signature": new Webhook(secret).sign(id, at, body),
	});
	const post = async (body: string, headers: Record<string, string>) =>
		(await fetch(receiver.url, { method: "POST", body, headers })).status;

	test("the receiver of the reference takes what is signed, once, and refuses everything else (P670)", async () => {
		const body = bodyOf("Süß, 夏, 🏖");
		const headers = signed(body);
		expect(await post(body, headers)).toBe(204);
		expect(await post(body, headers), "a second time").toBe(204);
		const [own, other] = [signed(body), signed(body, { secret: newSecret() })];
		const both = `${other["webhook-signature"]} ${own["webhook-signature"]}`;
		expect(await post(body, { ...own, "webhook-signature": both }), "while a secret is rolled").toBe(204);

		const refused: [why: string, body: string, headers: Record<string, string>][] = [
			["another body", bodyOf("Winter"), headers],
			["another id", body, { ...headers, "webhook-id": randomUUID() }],
			["another secret", body, other],
			["too old", body, signed(body, { at: new Date(Date.now() - 6 * MINUTE_MS) })],
			["too new", body, signed(body, { at: new Date(Date.now() + 6 * MINUTE_MS) })],
			["no headers", body, {}],
			["no number", body, { ...headers, "webhook-timestamp": "soon" }],
			["no signature", body, { ...headers, "webhook-signature": "" }],
			["another version", body, { ...headers, "webhook-signature": headers["webhook-signature"].replace("v1", "v2") }],
		];
		for (const [why, sent, their] of refused) expect(await post(sent, their), why).toBe(400);

		expect(await post(bodyOf("The last"), signed(bodyOf("The last")))).toBe(204);
		await until(() => receiver.printed().includes("The last"));
		expect(receiver.printed().match(/^link\.created .*$/gm)).toHaveLength(3);
	});
});
