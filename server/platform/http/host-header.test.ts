import { expect, it } from "vitest";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";

const app = useTestApp();
const TARGETS = ["/healthz", "/api/version", "/pricing", "/go/nobody/nothing", "/go/~report"];

async function statusesWith(hosts: string[], version = "1.1"): Promise<number[]> {
	const lines = hosts.map((host) => `${host}\r\n`).join("");
	const answers = TARGETS.map((target) =>
		rawRequest(app.origin, `GET ${target} HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`),
	);
	return (await Promise.all(answers)).map(({ status }) => status);
}

const ANSWERED = [200, 200, 200, 404, 200];
const REFUSED = TARGETS.map(() => 400);

it.each([
	["localhost"],
	["LOCALHOST:3000"],
	["visualink.example."],
	["my_app-1:80"],
	["127.0.0.1:3000"],
	["[::1]:3000"],
	["[2001:db8::1]"],
	[" localhost "],
])("a request with Host: %s is answered (P474)", async (host) => {
	expect(await statusesWith([`Host: ${host}`])).toEqual(ANSWERED);
});

it("HTTP/1.0, which has no Host, is answered (P474)", async () => {
	expect(await statusesWith([], "1.0")).toEqual(ANSWERED);
});

it.each([
	["no Host", []],
	["two", ["Host: localhost", "Host: evil.example"]],
	["the same one twice", ["Host: localhost", "Host: localhost"]],
	["two in other letters, apart", ["Host: localhost", "Accept: */*", "hOST: evil.example"]],
	["an empty one", ["Host:"]],
	["a list", ["Host: localhost, evil.example"]],
	["user information", ["Host: localhost@evil.example"]],
	["a password", ["Host: a:b@evil.example"]],
	["a path", ["Host: localhost/evil"]],
	["a query", ["Host: localhost?evil"]],
	["a fragment", ["Host: localhost#evil"]],
	["a backslash", ["Host: localhost\\evil"]],
	["a space", ["Host: local host"]],
	["a tab", ["Host: local\thost"]],
	["a port that is none", ["Host: localhost:http"]],
	["a port that is too long", ["Host: localhost:123456"]],
	["a scheme", ["Host: http://localhost"]],
	["an address without its end", ["Host: [::1"]],
	["letters beyond ASCII", ["Host: visual\u00efnk.example"]],
	["percent-encoding", ["Host: local%68ost"]],
	["markup", ["Host: <script>"]],
])("a request with %s is refused (P474)", async (_case, hosts) => {
	expect(await statusesWith(hosts)).toEqual(REFUSED);
});

it("a refusal has the request's id and ends the connection (P474, P145)", async () => {
	const { headers } = await rawRequest(app.origin, "GET /go/a/b HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
	expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
	expect(headers.get("connection")).toBe("close");
});
