import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import tls from "node:tls";
import { vi } from "vitest";
import type { Wire } from "#server/platform/outbound/wire.ts";
import { madeCertificate } from "../machine/served-certificate.ts";
import { BEHAVIOURS, type Behaviour, type Moment } from "./behaviours.ts";
import { EXPIRED_CERTIFICATE } from "./certificates.ts";

/** A request as the web got it, at the moved time. */
type Seen = { host: string; at: number; method: string; path: string };

const [IPV4, OTHER] = ["93.184.215.14", "93.184.215.15"];
/** The service's own name, which must not lead to the web. */
const OURS = "visualink.example";
const TRUSTED = "trusted.example";

/**
 * A web of its own on loopback, whose hosts behave by their names: `gone-404--7.example` as the behaviour `gone-404` says. Its
 * clock is the test's.
 */
export async function startBehavingWeb({ now }: { now: () => Date }) {
	const seen: Seen[] = [];
	const begunAt = now().getTime();
	let isOut = false;
	const moment = (): Moment => {
		const ms = now().getTime() - begunAt;
		return { day: ms / 86_400_000, hourUtc: now().getUTCHours() };
	};
	const behaviourOf = (host: string): Behaviour =>
		BEHAVIOURS[host.split(/\.|--/)[0] ?? ""] ?? { expected: "fine", answer: (_req, res) => void res.end("hello") };

	function handle(isOther: boolean) {
		return (req: IncomingMessage, res: ServerResponse) => {
			const host = (req.headers.host ?? "").replace(/:\d+$/, "");
			seen.push({ host, at: now().getTime(), method: req.method ?? "", path: req.url ?? "" });
			const { answer = (_req, it) => void it.end() } = behaviourOf(host);
			answer(req, res, { ...moment(), isOther });
		};
	}

	const trusted = madeCertificate(`*.${TRUSTED}`, 100);
	const selfSigned = madeCertificate("selfsigned.example", 100);
	const expired = tls.createSecureContext(EXPIRED_CERTIFICATE);
	const contexts = { trusted: tls.createSecureContext(trusted), selfSigned: tls.createSecureContext(selfSigned) };
	const secure = https.createServer(
		{
			...trusted,
			SNICallback: (name, done) => {
				const kind = name.split(/\.|--/)[0];
				const context = kind === "gone-tls" ? expired : kind === "fine-tls" ? contexts.trusted : contexts.selfSigned;
				done(null, context);
			},
		},
		handle(false),
	);
	secure.on("tlsClientError", () => {});
	const [first, second] = [http.createServer(handle(false)), http.createServer(handle(true))];
	const garbage = net.createServer((socket) => {
		socket.on("error", () => {});
		socket.end("220 mail.example ESMTP\r\n");
	});
	const open = new Set<net.Socket>();
	for (const server of [first, second, secure, garbage]) server.on("connection", (socket) => void open.add(socket));
	const ports = {
		first: await listening(first),
		second: await listening(second),
		secure: await listening(secure),
		garbage: await listening(garbage),
		closed: await closedPort(),
	};
	const connect = tls.connect.bind(tls) as (options: tls.ConnectionOptions) => tls.TLSSocket;
	// Our own authority is known to this test alone.
	const spy = vi
		.spyOn(tls, "connect")
		.mockImplementation(((options: tls.ConnectionOptions) => connect({ ...options, ca: [trusted.cert] })) as never);

	const wire: Wire = {
		async resolve(name) {
			if (name === OURS) return ["198.35.26.96"];
			const code = isOut ? "ENOTFOUND" : behaviourOf(name).dns?.(moment());
			if (code) throw Object.assign(new Error(`query ${code} ${name}`), { code });
			const { addresses = [IPV4] } = behaviourOf(name);
			return [...addresses];
		},
		connect({ address, port, host }) {
			const { connects } = behaviourOf(host);
			const way = connects?.(address === OTHER ? "other" : "first") ?? "web";
			if (way === "refused") return net.connect({ host: "127.0.0.1", port: ports.closed });
			if (way === "garbage") return net.connect({ host: "127.0.0.1", port: ports.garbage });
			if (port === 443) return net.connect({ host: "127.0.0.1", port: ports.secure });
			return net.connect({ host: "127.0.0.1", port: address === OTHER ? ports.second : ports.first });
		},
	};

	return {
		wire,
		seen,
		/** This machine's own network or name server is broken. */
		breakOurs(isBroken: boolean) {
			isOut = isBroken;
		},
		async stop() {
			spy.mockRestore();
			for (const socket of open) socket.destroy();
			await Promise.all(
				[first, second, secure, garbage].map(async (server) => {
					server.close();
					await once(server, "close");
				}),
			);
		},
	};
}

async function listening(server: net.Server): Promise<number> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
	const server = net.createServer();
	const port = await listening(server);
	server.close();
	await once(server, "close");
	return port;
}
