import { describe, expect, it } from "vitest";
import { freePort } from "#server/testing/machine/free-port.ts";
import { startMailServer } from "#server/testing/machine/mail-server.ts";
import { createSmtpMailer, type Mail } from "./mailer.ts";

const FROM = { name: "Visualink", address: "mail@visualink.example" };
const MAIL: Mail = {
	messageId: "0b7d@visualink.example",
	to: "ada@example.com",
	subject: "Größe\r\nBcc: eve@example.com",
	text: "Hello Ada",
	html: "<p>Hello Ada</p>",
	unsubscribeUrl: "https://visualink.example/email/unsubscribe/t/quota",
};
type Answers = Parameters<typeof startMailServer>[0];
type Server = Awaited<ReturnType<typeof startMailServer>>;
type Place = Parameters<typeof createSmtpMailer>[0];

/** Sends the mail to a server that answers like this. @returns what became of it, and the server */
async function sendTo(server: Server, place: Partial<Place> = {}, tries = 1) {
	const at: Place = { host: "127.0.0.1", port: server.port, tls: "never", credentials: null, ...place };
	const mailer = createSmtpMailer(at, FROM, 500);
	const states: string[] = [];
	for (let n = 0; n < tries; n++) states.push(JSON.stringify(await mailer.send(MAIL)));
	await server.close();
	return states.map((state) => JSON.parse(state) as { state: string; error?: string });
}

it("P677: a mail has text and HTML, its headers, and no line of its subject becomes another header", async () => {
	const server = await startMailServer();
	expect(await sendTo(server)).toEqual([{ state: "sent" }]);
	const [{ raw = "", messageId, to } = {}] = server.received;
	expect([messageId, to]).toEqual([MAIL.messageId, [MAIL.to]]);
	for (const line of [
		"From: Visualink <mail@visualink.example>",
		"List-Unsubscribe: <https://visualink.example/email/unsubscribe/t/quota>",
		"List-Unsubscribe-Post: List-Unsubscribe=One-Click",
		"Auto-Submitted: auto-generated",
		"Content-Type: text/plain; charset=utf-8",
		"Content-Type: text/html; charset=utf-8",
	]) {
		expect(raw).toContain(line);
	}
	expect(raw).not.toMatch(/^Bcc:/m);
});

describe("P672, P673: what a server answers decides what becomes of a mail", () => {
	const once = (first: string) => {
		let isFirst = true;
		return () => {
			const answer = isFirst ? first : null;
			isFirst = false;
			return answer;
		};
	};
	it.each<[string, Answers, string[]]>([
		["an unknown mailbox", { to: () => "550 5.1.1 No such user" }, ["bounced"]],
		["a closed mailbox, said plainly", { to: () => "550 No" }, ["bounced"]],
		["a server that does not relay for us", { to: () => "550 5.7.1 Relaying denied" }, ["later"]],
		["a greylisting server", { to: once("450 4.2.0 Greylisted") }, ["later", "sent"]],
		["a full mailbox", { to: once("452 4.2.2 Mailbox full") }, ["later", "sent"]],
		["a refused text", { data: () => "554 5.6.0 No" }, ["refused"]],
		["a text called spam", { data: () => "554 5.7.1 Spam" }, ["later"]],
		["a busy server", { data: once("451 4.3.0 Later") }, ["later", "sent"]],
		["a refused sender", { from: () => "550 5.1.8 Bad sender" }, ["later"]],
	])("%s", async (_, answers, states) => {
		const server = await startMailServer(answers);
		const found = await sendTo(server, {}, states.length);
		expect(found.map(({ state }) => state)).toEqual(states);
		expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(states.includes("sent") ? 1 : 0);
	});

	it("a wrong password, a silent server, and none at all are tried again", async () => {
		const credentials = { user: "ada", password: "wrong" };
		const refusing = await startMailServer(
			{ login: (_, password) => password === "right" },
			{ allowInsecureAuth: true },
		);
		expect((await sendTo(refusing, { credentials }))[0]).toMatchObject({
			...{ state: "later", error: expect.stringContaining("Wrong password") },
		});
		const silent = await startMailServer({}, { onConnect: () => {} });
		expect((await sendTo(silent))[0]).toMatchObject({ state: "later" });
		expect((await sendTo(await startMailServer(), { port: await freePort() }))[0]).toMatchObject({ state: "later" });
	});

	it("a process that stops doesn't wait for a server that is silent", async () => {
		const silent = await startMailServer({}, { onConnect: () => {} });
		const at: Place = { host: "127.0.0.1", port: silent.port, tls: "never", credentials: null };
		const delivery = await createSmtpMailer(at, FROM, 60_000).send(MAIL, AbortSignal.abort());
		expect(delivery.state).toBe("later");
		await silent.close();
	});

	it("no password is sent without TLS that is required, and no mail to a certificate that nobody knows", async () => {
		const credentials = { user: "ada", password: "right" };
		const plain = await startMailServer(
			{ login: () => true },
			{ disabledCommands: ["STARTTLS"], allowInsecureAuth: true },
		);
		expect((await sendTo(plain, { credentials, tls: "required" }))[0]?.state).toBe("later");
		expect([plain.logins, plain.received]).toEqual([[], []]);
		const unknown = await startMailServer();
		const [found] = await sendTo(unknown, { host: "localhost", tls: "offered" });
		expect(found).toMatchObject({ state: "later", error: expect.stringMatching(/certificate|self/i) });
		expect(unknown.received).toEqual([]);
	});
});
