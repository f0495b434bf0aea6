import http from "node:http";
import type { TestApp } from "./test-app.ts";

export type HostAnswer = { status: number; headers: http.IncomingHttpHeaders; body: string };
export type HostRequest = { agent?: string; method?: string; headers?: Record<string, string> };

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Sends a request as it is on the wire, with a session cookie, by default as a person: `target` may be any text. */
export function askHost(
	app: TestApp,
	host: string,
	target: string,
	{ agent = CHROME, method = "GET", headers = {} }: HostRequest = {},
): Promise<HostAnswer> {
	return new Promise((resolve, reject) => {
		const { port } = app.deps.config.http;
		const sent = { host, "user-agent": agent, "accept-language": "en", cookie: "visualink=s%3Aabc", ...headers };
		const req = http.request({ port, host: "127.0.0.1", path: target, method, headers: sent }, (res) => {
			let body = "";
			res.setEncoding("utf8").on("data", (part) => {
				body += part;
			});
			res.on("end", () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }));
		});
		req.on("error", reject).end();
	});
}
