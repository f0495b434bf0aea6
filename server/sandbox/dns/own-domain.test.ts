import http from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { domain, domainList } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";
import { errorBody } from "#shared/platform/error-body.ts";
import { type Form, formsOf } from "../testing/page-forms.ts";

const HOST = "go.brand.localhost";
const PAGE = "/sandbox/dns";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const app = useTestApp();
let ada: Subscriber;
beforeEach(async () => {
	ada = await subscriber(app, "pro");
});

const list = async () => domainList.parse(await (await ada.get(API.domains.all)).json());
const only = async () => (await list()).domains[0];
const forms = async () => formsOf(await (await ada.get(PAGE)).text());

/** Presses the button with these words. */
async function press(words: string): Promise<Response> {
	const form = (await forms()).find(({ button }) => button === words);
	if (!form) throw new Error(`There is no button "${words}".`);
	return submit(form);
}

function submit({ fields }: Form): Promise<Response> {
	return ada.post(PAGE, new URLSearchParams(fields));
}

/** What a browser that was led to this machine asks, at the port of the service. */
function visit(path: string, address = "127.0.0.1"): Promise<{ status: number; location: string | undefined }> {
	const { port } = app.deps.config.http;
	return new Promise((resolve, reject) => {
		const headers = { host: `${HOST}:${port}`, "user-agent": CHROME, "accept-language": "en" };
		const req = http.get({ host: address, port, path, headers }, (res) => {
			res.resume();
			resolve({ status: res.statusCode ?? 0, location: res.headers.location });
		});
		req.on("error", reject);
	});
}

test("a domain is added, given its records by one button, verified, walked, and removed (P629)", async () => {
	expect(await list()).toMatchObject({ domains: [], dnsPage: PAGE });
	const added = domain.parse(await (await ada.post(API.domains.all, { host: HOST })).json());
	expect(added).toMatchObject({ host: HOST, status: "waiting", records: [{ type: "TXT" }, { type: "CNAME" }] });
	await until(async () => (await only())?.checkedAt !== null);
	expect(await only()).toMatchObject({ status: "waiting", records: [{ message: "Not found." }, {}] });

	expect((await press("Add all records")).status).toBe(303);
	await until(async () => (await only())?.status === "active");
	expect(await only()).toMatchObject({ records: [{ isFound: true }, { isFound: true, message: "Points here." }] });

	const link = await createLink(ada, { customLinkSlug: "Sale", targetUrl: "https://example.com/sale" });
	await app.deps.pool.query("UPDATE links SET domain_id = $2 WHERE id = $1", [link.id, added.id]);
	await until(async () => (await visit("/Sale")).status === 302);
	for (const address of ["127.0.0.1", "::1"]) {
		expect(await visit("/Sale", address)).toEqual({ status: 302, location: "https://example.com/sale" });
	}
	expect((await visit(PAGE)).status).toBe(404);
	expect((await visit(API.domains.all)).status).toBe(404);

	expect((await press("Remove all")).status).toBe(303);
	await until(async () => (await only())?.status === "failing");
	expect((await visit("/Sale")).status).toBe(302);
	expect((await ada.delete(API.domains.one(added.id))).status).toBe(204);
	await until(async () => (await visit("/Sale")).status !== 302);
	expect((await forms()).filter(({ label }) => label?.endsWith(HOST))).toEqual([]);
});

test("records are added and removed one by one, an ALIAS for a whole domain (P629)", async () => {
	const single = async () => (await forms()).filter(({ label }) => label?.endsWith("whole.localhost"));
	const labels = async () => (await single()).map(({ label }) => label);
	await ada.post(API.domains.all, { host: "whole.localhost" });
	await until(async () => (await only())?.checkedAt !== null);
	expect(await labels()).toEqual(["Add TXT _visualink.whole.localhost", "Add ALIAS whole.localhost"]);
	const [addTxt, addAlias] = await single();
	if (addTxt) await submit(addTxt);
	await until(async () => (await only())?.status === "active");
	expect(await only()).toMatchObject({ records: [{ isFound: true }, { message: "Doesn't point anywhere yet." }] });
	if (addAlias) await submit(addAlias);
	await until(async () => (await only())?.records[1]?.isFound === true);
	expect(await labels()).toEqual(["Remove TXT _visualink.whole.localhost", "Remove ALIAS whole.localhost"]);
	const [removeTxt] = await single();
	if (removeTxt) await submit(removeTxt);
	await until(async () => (await only())?.status === "failing");
});

test("no name of ours can be had below localhost, nor localhost itself (P630)", async () => {
	const refused = async (host: string) => {
		const response = await ada.post(API.domains.all, { host });
		return [response.status, errorBody.parse(await response.json()).message];
	};
	expect(await refused("localhost")).toEqual([400, "Enter the whole domain, such as go.example.com."]);
	expect(await refused("localhost.")).toEqual([400, "Enter the whole domain, such as go.example.com."]);
	expect(await refused("http://go.brand.localhost:3000/")).toEqual([
		...[400, "Enter the domain only, without a port."],
	]);
});

describe("where the service is at a name below localhost", () => {
	const other = useTestApp({ env: { LINKS_ORIGIN: "http://links.localhost:3000" } });

	test.each(["links.localhost", "LINKS.localhost.", "go.links.localhost"])("%s is ours (P630)", async (host) => {
		const response = await (await subscriber(other)).post(API.domains.all, { host });
		expect([response.status, errorBody.parse(await response.json()).message]).toEqual([
			...[400, "This domain is ours. Add one of your own."],
		]);
	});
});
