import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type Received = { raw: string; messageId: string; to: string[]; isEncrypted: boolean };

/** What the server answers: an SMTP status with its words; nothing: it accepts. */
type Answers = {
	from?: (address: string) => string | null;
	to?: (address: string) => string | null;
	data?: (received: Received) => string | null | Promise<string | null>;
	login?: (user: string, password: string) => boolean;
};

/** A mail server of someone else (the package smtp-server), on a free port of this machine. */
export async function startMailServer(answers: Answers = {}, options: SMTPServerOptions = {}) {
	const received: Received[] = [];
	const logins: string[] = [];
	const { login } = answers;
	const server = new SMTPServer({
		...{ authOptional: !login, disabledCommands: login ? [] : ["AUTH"], logger: false, closeTimeout: 100 },
		onAuth(auth, _session, done) {
			logins.push(auth.username ?? "");
			const isRight = login?.(auth.username ?? "", auth.password ?? "") ?? true;
			done(isRight ? null : failure("535 5.7.8 Wrong password"), { user: auth.username ?? "" });
		},
		onMailFrom: ({ address }, _session, done) => done(failure(answers.from?.(address))),
		onRcptTo: ({ address }, _session, done) => done(failure(answers.to?.(address))),
		async onData(stream, session, done) {
			const raw = await readWhole(stream);
			// Its sender was killed in the middle of it.
			if (raw === null) return;
			const [, messageId = ""] = /^Message-ID: <(.+)>/im.exec(raw) ?? [];
			const to = session.envelope.rcptTo.map(({ address }) => address);
			const mail = { raw, messageId, to, isEncrypted: session.secure };
			const refused = await answers.data?.(mail);
			if (!refused) received.push(mail);
			done(failure(refused));
		},
		...options,
	});
	// A client that is killed in the middle of a mail.
	server.on("error", () => {});
	const listening = server.listen(0, "127.0.0.1");
	await once(listening, "listening");
	const { port } = listening.address() as AddressInfo;
	return { port, received, logins, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

async function readWhole(stream: Readable): Promise<string | null> {
	const chunks: Buffer[] = [];
	try {
		for await (const chunk of stream) chunks.push(chunk as Buffer);
	} catch {
		return null;
	}
	return Buffer.concat(chunks).toString();
}

function failure(text: string | null | undefined): (Error & { responseCode: number }) | null {
	if (!text) return null;
	return Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) });
}
