import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { DAY_MS } from "#shared/platform/days.ts";

let clock = Date.now();
const app = useTestApp({ now: () => new Date(clock), env: { REPORT_EMAIL: "security+v@visualink.example" } });

it("P484: security.txt names contact, language and its own address, and never expires while the service runs", async () => {
	for (const days of [0, 100, 2_000]) {
		clock = Date.now() + days * DAY_MS;
		const answer = await app.browser().get("/.well-known/security.txt");
		expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
		expect(answer.headers.get("set-cookie")).toBeNull();
		const fields = (await answer.text())
			.trimEnd()
			.split("\n")
			.map((line) => line.split(": "));
		expect(fields).toEqual([
			["Contact", "mailto:security+v@visualink.example"],
			["Expires", expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/)],
			["Preferred-Languages", "en"],
			["Canonical", `${app.origin}/.well-known/security.txt`],
		]);
		const left = Date.parse(fields[1]?.[1] ?? "") - clock;
		expect(left).toBeGreaterThan(90 * DAY_MS);
		expect(left).toBeLessThan(365 * DAY_MS);
	}
});
