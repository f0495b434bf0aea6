import { focusManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "#client/lib/query-client.ts";
import type { PublicPage } from "#shared/analytics/public-stats.ts";
import { publicPageQuery } from "./public-stats.queries.ts";

const SHARED: PublicPage = { url: "https://visualink.example/stats/a" };
const ENDED: PublicPage = { url: null };

let page: PublicPage;
let client: ReturnType<typeof createQueryClient>;
const ask = vi.fn(async () => Response.json(page));
const open = () => {
	const observer = new QueryObserver(client, publicPageQuery(7));
	return { observer, close: observer.subscribe(() => {}) };
};

beforeEach(() => {
	page = SHARED;
	client = createQueryClient();
	client.mount();
	ask.mockClear();
	vi.stubGlobal("fetch", ask);
});
afterEach(() => {
	client.unmount();
	client.clear();
	focusManager.setFocused(undefined);
	vi.unstubAllGlobals();
});

it("a page that was ended elsewhere is not offered any more, once its link's statistics are opened again", async () => {
	const first = open();
	await expect.poll(() => first.observer.getCurrentResult().data).toEqual(SHARED);
	first.close();
	page = ENDED;
	const second = open();
	await expect.poll(() => second.observer.getCurrentResult().data).toEqual(ENDED);
	second.close();
});

it("coming back to the tab asks nothing (P114)", async () => {
	focusManager.setFocused(false);
	const { observer, close } = open();
	await expect.poll(() => observer.getCurrentResult().data).toEqual(SHARED);
	focusManager.setFocused(true);
	await Promise.resolve();
	expect(ask).toHaveBeenCalledTimes(1);
	close();
});
