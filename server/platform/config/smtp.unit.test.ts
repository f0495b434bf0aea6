import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const FROM = { MAIL_FROM: "mail@visualink.example" };
const read = (SMTP_URL: string, more: Record<string, string> = {}) => readConfig({ SMTP_URL, ...FROM, ...more }).mail;

describe("SMTP_URL (P678)", () => {
	it.each([
		["smtps://mail.example", { host: "mail.example", port: 465, tls: "always", credentials: null }],
		["smtp://mail.example", { host: "mail.example", port: 587, tls: "offered", credentials: null }],
		["smtp://localhost:25", { host: "localhost", port: 25, tls: "never", credentials: null }],
		[
			"smtp://ada%40mail.example:p%3A%2Fw@mail.example:2525",
			{ port: 2525, tls: "required", credentials: { user: "ada@mail.example", password: "p:/w" } },
		],
		["smtps://[2001:db8::1]/", { host: "2001:db8::1", port: 465 }],
	])("%s", (url, place) => {
		expect(read(url).smtp).toMatchObject(place);
	});

	it.each([
		["mail.example", "must be the address of a mail server"],
		["https://mail.example", "must be the address of a mail server"],
		["smtp://mail.example/inbox", "must end after host and port"],
		["smtp://ada:p#w@mail.example", "must"],
		["smtp://ada@mail.example", "both a user and a password"],
		["smtp://ada:100%@mail.example", "%25"],
	])("%s stops the start with a sentence, without the password", (url, sentence) => {
		const start = () => read(url);
		expect(start).toThrow(/^Visualink cannot start with this configuration:\n {2}SMTP_URL: /);
		expect(start).toThrow(sentence);
		expect(start).not.toThrow(/p#w|100%@/);
	});

	it("needs a sender, which is an address with or without a name", () => {
		expect(() => readConfig({ SMTP_URL: "smtp://mail.example" })).toThrow("MAIL_FROM: is missing, but SMTP_URL is set");
		expect(() => readConfig(FROM)).toThrow("SMTP_URL: is missing, but MAIL_FROM is set");
		const named = read("smtp://mail.example", { MAIL_FROM: '"Ada Ltd." <mail@ada.example>' });
		expect(named.from).toEqual({ name: "Ada Ltd.", address: "mail@ada.example" });
		for (const wrong of ["Ada", "Ada <ada>", "Ada <a@b.example> x", "A\nB <mail@ada.example>"]) {
			expect(() => read("smtp://mail.example", { MAIL_FROM: wrong })).toThrow("MAIL_FROM: must be an e-mail address");
		}
	});

	it("unset, the sandbox has a mailbox, and production without a sandbox none", () => {
		expect(readConfig({}).mail).toMatchObject({ smtp: null, isSandbox: true, stripeSends: [] });
		expect(read("smtp://mail.example").isSandbox).toBe(false);
		expect(readConfig({ STRIPE_SENDS_MAIL: "payment_failed" }).mail.stripeSends).toEqual(["payment_failed"]);
		expect(() => readConfig({ STRIPE_SENDS_MAIL: "all" })).toThrow("STRIPE_SENDS_MAIL: must be empty");
	});
});
