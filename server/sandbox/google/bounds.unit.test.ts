import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, it } from "vitest";
import { googleSandbox } from "./google.ts";

const CLIENT = { client_id: "client", redirect_uri: "http://localhost:1/back" };
const server = createServer();
const { router, control } = googleSandbox({
	publicOrigin: "http://localhost:1",
	most: { codes: 2, tokens: 2, changes: 2 },
});
let google: string;

beforeAll(async () => {
	server.on("request", express().use(router));
	await once(server.listen(0, "127.0.0.1"), "listening");
	google = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/google`;
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((closed) => server.close(closed));
});

const post = (path: string, form: Record<string, string>) =>
	fetch(google + path, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });

async function codeFor(name: string): Promise<string> {
	const form = { ...CLIENT, response_type: "code", scope: "openid", state: "s", email: `${name}@example.com` };
	const answer = await post("/authorize", form);
	return new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

async function tokenFor(code: string): Promise<string | undefined> {
	const form = { ...CLIENT, grant_type: "authorization_code", client_secret: "secret", code };
	return ((await (await post("/token", form)).json()) as { access_token?: string }).access_token;
}

async function nameOf(bearer: string | undefined): Promise<string | undefined> {
	const answer = await fetch(`${google}/userinfo`, { headers: { Authorization: `Bearer ${bearer}` } });
	return ((await answer.json()) as { given_name?: string }).given_name;
}

const signedIn = async (name: string) => tokenFor(await codeFor(name));

it("keeps the codes given last", async () => {
	const codes = [await codeFor("ada"), await codeFor("alan"), await codeFor("hedy")];
	const tokens = [await tokenFor(codes[0] ?? ""), await tokenFor(codes[1] ?? ""), await tokenFor(codes[2] ?? "")];
	expect(tokens.map((token) => token !== undefined)).toEqual([false, true, true]);
});

it("keeps the tokens given last", async () => {
	const tokens = [await signedIn("ada"), await signedIn("alan"), await signedIn("hedy")];
	expect(await Promise.all(tokens.map(nameOf))).toEqual([undefined, "Alan", "Hedy"]);
});

it("keeps the changes made last", async () => {
	for (const name of ["ada", "alan", "hedy"]) control.setPerson(`${name}@example.com`, { given_name: "Changed" });
	const names = [];
	for (const name of ["ada", "alan", "hedy"]) names.push(await nameOf(await signedIn(name)));
	expect(names).toEqual(["Ada", "Changed", "Changed"]);
});

it("refuses a form that is larger than an address can be", async () => {
	expect((await post("/authorize", { ...CLIENT, client_id: "x".repeat(17_000) })).status).toBe(413);
});
