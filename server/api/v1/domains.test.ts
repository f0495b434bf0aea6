import { expect, test } from "vitest";
import { type ApiClient, apiClient } from "#server/testing/api/api-client.ts";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { TARGET } from "#server/testing/dns/domains-of.ts";
import { useDomainsApp } from "#server/testing/dns/use-domains-app.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { apiDomain, apiDomains } from "#shared/api/v1/routes/domains.ts";
import { domainList } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";

const { names, clock, app, prove } = await useDomainsApp();

const one = async (answer: Promise<Response>) => apiDomain.parse(await (await answer).json());

/** Its first check has ended: it can't overtake a later one. */
async function added(program: ApiClient, host: string) {
	const answer = await program.post("/domains", { host });
	expect(answer.status).toBe(201);
	const { id } = await one(Promise.resolve(answer));
	await until(async () => (await one(program.get(`/domains/${id}`))).checkedAt !== null);
	return one(program.get(`/domains/${id}`));
}

async function refusal(sent: Promise<Response>) {
	const answer = await sent;
	const { error } = apiError.parse(await answer.json());
	return [answer.status, error.code, ...error.fields.map(({ field, code }) => `${field}: ${code}`)];
}

test("a program adds a domain, sets what DNS must have, has it checked, changes and removes it (P650)", async () => {
	const ada = await subscriber(app, "pro");
	const program = await apiClient(app, ada);
	const domain = await added(program, " HTTPS://Go.Bücher.Example/ ");
	expect(domain).toMatchObject({ host: "go.xn--bcher-kva.example", status: "waiting", isDefault: false, offAt: null });
	const path = `/domains/${domain.id}`;
	const asDefault = program.patch(path, { isDefault: true });
	expect(await refusal(asDefault)).toEqual([400, "domain_not_verified"]);

	prove(domain);
	names.set(domain.host, "CNAME", TARGET);
	clock.pass(6_000);
	const checked = await one(program.post(`${path}/check`));
	expect([checked.status, ...checked.records.map(({ isFound }) => isFound)]).toEqual(["active", true, true]);

	const settings = { isDefault: true, rootTarget: "https://brand.example/home" };
	expect(await one(program.patch(path, settings))).toEqual({ ...checked, ...settings });
	const unknownTarget = "https://brand.example/404";
	expect(await one(program.patch(path, { unknownTarget }))).toEqual({ ...checked, ...settings, unknownTarget });
	const changed = await one(program.patch(path, { rootTarget: null }));
	expect(changed).toEqual({ ...checked, isDefault: true, rootTarget: null, unknownTarget });
	expect(await one(program.patch(path, {}))).toEqual(changed);
	expect(new URL((await createLink(ada)).shortUrl).hostname).toBe(domain.host);

	const onScreen = domainList.parse(await (await ada.get(API.domains.all)).json()).domains;
	const listed = await (await program.get("/domains")).json();
	expect(listed).toEqual({ domains: onScreen, next: null });
	expect(apiDomains.parse(listed)).toEqual(listed);
	expect((await program.delete(path)).status).toBe(204);
	expect(await refusal(program.delete(path))).toEqual([404, "domain_not_found"]);
	expect(await (await program.get("/domains")).json()).toEqual({ domains: [], next: null });
});

test("what a domain can't be or do is refused as on screen, by field", async () => {
	const ada = await subscriber(app, "pro");
	const program = await apiClient(app, ada);
	const { id, host } = await added(program, "one.brand.example");
	for (const [body, status, code, field] of [
		[{}, 400, "required", "host"],
		[{ host: 7 }, 400, "wrong_type", "host"],
		[{ host: "x".repeat(1_001) }, 400, "too_long", "host"],
		[{ host: "localhost" }, 400, "invalid_domain", "host"],
		[{ host: "192.0.2.1" }, 400, "invalid_domain", "host"],
		[{ host: "*.brand.example" }, 400, "invalid_domain", "host"],
		[{ host: "co.uk" }, 400, "invalid_domain", "host"],
		[{ host: new URL(app.origin).hostname }, 400, "invalid_domain", "host"],
		[{ host }, 409, "domain_exists", "host"],
		[{ host: "two.brand.example", isDefault: true }, 400, "unknown_field", "isDefault"],
	] as const)
		expect([body, await refusal(program.post("/domains", body))]).toEqual([body, [status, code, `${field}: ${code}`]]);
	const path = `/domains/${id}`;
	for (const [body, code, field] of [
		[{ rootTarget: `https://${host}/` }, "invalid_url", "rootTarget"],
		[{ unknownTarget: "nowhere" }, "invalid_url", "unknownTarget"],
		[{ isDefault: "yes" }, "wrong_type", "isDefault"],
		[{ host: "other.example" }, "unknown_field", "host"],
	] as const)
		expect([body, await refusal(program.patch(path, body))]).toEqual([body, [400, code, `${field}: ${code}`]]);
	await program.post("/domains", { host: "two.brand.example" });
	await program.post("/domains", { host: "three.brand.example" });
	const fourth = await program.post("/domains", { host: "four.brand.example" });
	const { error } = apiError.parse(await fourth.json());
	expect([fourth.status, error]).toMatchObject([409, { code: "domain_limit_reached", limit: 3 }]);
});

test("another account's domain is none", async () => {
	const [ada, grace] = [await subscriber(app, "pro"), await subscriber(app, "pro")];
	const [hers, others] = [await apiClient(app, ada), await apiClient(app, grace)];
	const domain = await added(hers, "hers.brand.example");
	for (const id of [domain.id, 2_147_483_647]) {
		const path = `/domains/${id}`;
		const calls = [others.get(path), others.patch(path, {}), others.post(`${path}/check`), others.delete(path)];
		for (const call of calls) expect(await refusal(call)).toEqual([404, "domain_not_found"]);
	}
	expect(await one(hers.get(`/domains/${domain.id}`))).toEqual(domain);
});
