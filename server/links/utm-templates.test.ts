import { expect, test } from "vitest";
import { subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { UTM_LIMITS, type UtmTemplate } from "#shared/links/utm.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
const template = (changes: object = {}) => ({
	...{ name: "Mail", source: "newsletter", medium: "e-mail", campaign: "", term: "", content: "" },
	...changes,
});

test("templates are an account's own, one of a name, with a limit, and go with what is handed out (P188)", async () => {
	const [ada, eve] = [await subscriber(app), await subscriber(app)];
	const list = async (who = ada) => (await (await who.get(API.links.utmTemplates)).json()) as UtmTemplate[];
	const first = (await (await ada.post(API.links.utmTemplates, template())).json()) as UtmTemplate;
	await ada.post(API.links.utmTemplates, template({ name: "\u200bmail\t", campaign: "\u00a0spring " }));
	expect(await list()).toEqual([{ ...template(), id: first.id, name: "mail", campaign: "spring" }]);
	const data = (await (await ada.get(API.account.data)).json()) as { utmTemplates: UtmTemplate[] };
	expect(data.utmTemplates).toEqual(await list());

	expect(await list(eve)).toEqual([]);
	expect((await eve.delete(API.links.utmTemplate(first.id))).status).toBe(404);
	expect((await eve.delete("/api/links/utm-templates/x")).status).toBe(404);
	for (const wrong of [
		{ name: " " },
		{ name: "x".repeat(41) },
		{ name: "\u200b\t" },
		{ term: "x".repeat(201) },
		{ content: 1 },
	]) {
		expect((await ada.post(API.links.utmTemplates, template(wrong))).status).toBe(400);
	}

	const many = await Promise.all(
		Array.from({ length: UTM_LIMITS.templates + 5 }, (_, n) =>
			eve.post(API.links.utmTemplates, template({ name: `T${n}` })),
		),
	);
	expect(many.filter(({ status }) => status === 409)).toHaveLength(5);
	expect(await list(eve)).toHaveLength(UTM_LIMITS.templates);
	expect((await ada.delete(API.links.utmTemplate(first.id))).status).toBe(204);
	expect(await list()).toEqual([]);
});
