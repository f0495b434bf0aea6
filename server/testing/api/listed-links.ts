import type { ApiLink } from "#shared/api/v1/link.ts";
import type { ApiClient } from "./api-client.ts";

type Page = { links: ApiLink[]; next: string | null };

/** The ids of all links by the `Link` header, from page to page. @param between called after each page */
export async function listedIds(by: ApiClient, limit: number, between: (page: Page) => Promise<unknown>) {
	const ids: number[] = [];
	let path: string | undefined = `/links?limit=${limit}`;
	while (path !== undefined) {
		const answer = await by.get(path);
		const page = (await answer.json()) as Page;
		ids.push(...page.links.map(({ id }) => id));
		const [, next] = /^<.+\/api\/v1(\/.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "") ?? [];
		const expected = page.next === null ? undefined : `/links?limit=${limit}&cursor=${page.next}`;
		if (next !== expected) throw new Error(`The header says ${next}, the body ${expected}.`);
		path = next;
		await between(page);
	}
	return ids;
}
