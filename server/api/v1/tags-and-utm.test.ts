import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, apiClient, refusalOf } from "#server/testing/api/api-client.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { TAG_ROUTES } from "#shared/api/v1/routes/tags.ts";
import { UTM_ROUTES } from "#shared/api/v1/routes/utm.ts";
import { UTM_LIMITS } from "#shared/links/utm.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
let ada: Subscriber;
let program: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
	ada = await subscriber(app);
	program = await apiClient(app, ada, { scopes: ["links:read", "links:write"] });
	stranger = await apiClient(app, await subscriber(app));
});

const tagLinks = (tag: string, ids: number[]) => ada.post(API.links.changes, { change: "tag", tag, ids });

describe("tags (P648)", () => {
	const tagsOf = async (asker: ApiClient) =>
		TAG_ROUTES[0].answer.schema.strict().parse(await (await asker.get("/tags")).json()).tags;

	test("are listed, renamed into each other, and removed", async () => {
		const ids = [(await createLink(ada)).id, (await createLink(ada)).id];
		for (const tag of ["Été 2026", "50% off", "spring"]) await tagLinks(tag, ids);
		await tagLinks("a/b?c#d", ids.slice(0, 1));
		expect(await tagsOf(program)).toEqual([
			{ name: "50% off", count: 2 },
			{ name: "a/b?c#d", count: 1 },
			{ name: "Été 2026", count: 2 },
			{ name: "spring", count: 2 },
		]);
		expect(await tagsOf(stranger)).toEqual([]);

		for (const [tag, name] of [
			["Été 2026", " summer  sale "],
			["a/b?c#d", "SPRING"],
		] as const) {
			expect((await program.put(`/tags/${encodeURIComponent(tag)}`, { name })).status).toBe(204);
		}
		expect((await program.delete(`/tags/${encodeURIComponent("50% off")}`)).status).toBe(204);
		expect(await tagsOf(program)).toEqual([
			{ name: "spring", count: 2 },
			{ name: "summer sale", count: 2 },
		]);
	});

	test("that aren't theirs, or can't be any, aren't found", async () => {
		await tagLinks("spring", [(await createLink(ada)).id]);
		expect(await refusalOf(await stranger.delete("/tags/spring"))).toEqual([404, "tag_not_found"]);
		for (const tag of ["%00", "%20spring", "spring%20", "Spring", "spring,sale", "x".repeat(31)]) {
			expect(await refusalOf(await program.delete(`/tags/${tag}`)), tag).toEqual([404, "tag_not_found"]);
		}
		expect(await refusalOf(await program.delete("/tags/%ED%A0%80"))).toEqual([400, "invalid"]);
		expect(await refusalOf(await program.put("/tags/spring", { name: "a,b" }))).toEqual([400, "invalid", "name"]);
		expect(await refusalOf(await program.put("/tags/spring", { to: "x" }))).toEqual([
			...[400, "required", "name", "to"],
		]);
	});
});

describe("UTM templates (P648)", () => {
	const [{ answer: listed }, { answer: saved }] = UTM_ROUTES;
	const templates = async (asker: ApiClient) =>
		listed.schema.strict().parse(await (await asker.get("/utm-templates")).json()).templates;
	const none = { source: "", medium: "", campaign: "", term: "", content: "" };

	test("are saved by name, listed as on screen, and deleted", async () => {
		const first = await program.post("/utm-templates", { name: " Newsletter ", source: "news" });
		expect(first.status).toBe(200);
		const { id, ...made } = saved.schema.strict().parse(await first.json());
		expect(made).toEqual({ ...none, name: "Newsletter", source: "news" });
		const again = await program.post("/utm-templates", { name: "NEWSLETTER", medium: "email" });
		expect(saved.schema.parse(await again.json())).toEqual({ ...none, id, name: "NEWSLETTER", medium: "email" });
		expect(await templates(program)).toEqual(await (await ada.get(API.links.utmTemplates)).json());
		expect(await templates(stranger)).toEqual([]);
		expect(await refusalOf(await stranger.delete(`/utm-templates/${id}`))).toEqual([404, "template_not_found"]);
		expect((await program.delete(`/utm-templates/${id}`)).status).toBe(204);
		expect(await refusalOf(await program.delete(`/utm-templates/${id}`))).toEqual([404, "template_not_found"]);
	});

	test("are refused as on screen", async () => {
		for (const [body, ...refused] of [
			[{}, 400, "required", "name"],
			[{ name: "x".repeat(UTM_LIMITS.name + 1) }, 400, "too_long", "name"],
			[{ name: "a", source: "x".repeat(UTM_LIMITS.value + 1) }, 400, "too_long", "source"],
			[{ name: "a", source: 1 }, 400, "wrong_type", "source"],
			[{ name: "a", utm_source: "x" }, 400, "unknown_field", "utm_source"],
		] as const) {
			expect(await refusalOf(await program.post("/utm-templates", body))).toEqual(refused);
		}
	});
});
