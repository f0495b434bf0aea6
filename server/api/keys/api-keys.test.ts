import { describe, expect, test } from "vitest";
import { apiClient, requestsWith } from "#server/testing/api/api-client.ts";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { apiLink } from "#shared/api/v1/link.ts";
import { apiMe } from "#shared/api/v1/routes/account.ts";

const app = useTestApp();

const codeOf = async (response: Response) => {
	const { error } = apiError.parse(await response.json());
	return [response.status, error.code];
};

describe("an API key", () => {
	test("is shown once, acts for its owner, and tells plan, usage and limits (P640)", async () => {
		const ada = await subscriber(app, "pro");
		const program = await apiClient(app, ada);
		const link = await createLink(ada);
		const me = apiMe.parse(await (await program.get("/me")).json());
		expect(me).toMatchObject({ userSlug: ada.user.userSlug, plan: "pro", rateLimits: { key: 60, account: 120 } });
		const read = await program.get(`/links/${link.id}`);
		expect(read.headers.get("etag")).toBe(`"${link.revision}"`);
		expect(apiLink.parse(await read.json())).toMatchObject({
			id: link.id,
			slug: link.linkSlug,
			targetUrl: link.targetUrl,
		});
	});

	test("of another account sees nothing of a link", async () => {
		const [ada, grace] = [await subscriber(app, "pro"), await subscriber(app, "pro")];
		const link = await createLink(ada);
		const program = await apiClient(app, grace);
		expect(await codeOf(await program.get(`/links/${link.id}`))).toEqual([404, "link_not_found"]);
	});

	test("that is unknown, mistyped or missing is refused", async () => {
		const ada = await subscriber(app, "pro");
		const { key } = await apiClient(app, ada);
		for (const text of ["", "vl_", `${key}0`, `${key.slice(0, -1)}-`, "sk_live_123"]) {
			const answer = await requestsWith(app, text).get("/me");
			expect(answer.headers.get("www-authenticate")).toBe("Bearer");
			expect((await codeOf(answer))[0]).toBe(401);
		}
	});
});
