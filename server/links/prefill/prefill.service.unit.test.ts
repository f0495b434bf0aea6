import { describe, expect, it } from "vitest";
import { AppError } from "#server/platform/http/app-error.ts";
import type { Outbound, OutboundAnswer } from "#server/platform/outbound/outbound.ts";
import { abortable } from "#server/platform/work/abortable.ts";
import { createPrefill } from "./prefill.service.ts";
import { readPage } from "./read-page.ts";

const PAGE = new URL("https://vimeo.com/76979871");
const PROVIDER = "https://vimeo.com/api/oembed.json?width=1280&url=https%3A%2F%2Fvimeo.com%2F76979871";
const ANSWER = JSON.stringify({ title: "From the provider", provider_name: "Vimeo", author_name: "Ada" });

type Provider = { status: number; text: string } | AppError | "silent";

/** Asks about a page of a provider's, which answers this; the page itself says "From the page". */
async function read(provider: Provider, signal = new AbortController().signal) {
	const asked: string[] = [];
	const answer = (url: URL, status: number, text: string): OutboundAnswer => ({
		...{ url, status, bytes: Buffer.from(text), isCut: false },
		headers: { "content-type": "text/html; charset=utf-8" },
	});
	const get: Outbound["get"] = async ({ url, signal: wish }) => {
		asked.push(url.href);
		if (url.href !== PROVIDER) return answer(url, 200, "<title>From the page</title>");
		if (provider instanceof AppError) throw provider;
		if (provider === "silent") return abortable(new Promise<never>(() => {}), wish ?? signal);
		return answer(url, provider.status, provider.text);
	};
	const service = createPrefill({
		outbound: { get },
		originals: { keep: async () => "" },
		pages: { read: async (page) => readPage(page, { ownOrigins: ["https://visualink.example"] }) },
		providerMs: 20,
	});
	const told = await service.read({ url: PAGE, userId: "ada", signal });
	return { told, asked };
}

describe("a page of a provider's", () => {
	it("is told by the provider, and not read itself", async () => {
		const { told, asked } = await read({ status: 200, text: ANSWER });
		expect(told).toMatchObject({ title: "From the provider", description: "By Ada on Vimeo", finalUrl: PAGE.href });
		expect(asked).toEqual([PROVIDER]);
	});

	it.each([
		["does not know it", { status: 404, text: "{}" }],
		["answers something else", { status: 200, text: "<html>" }],
		["says nothing", "silent" as const],
		["is away", new AppError("unreachable", "vimeo.com could not be reached")],
	])("is read as any other where the provider %s", async (_, provider) => {
		const { told, asked } = await read(provider);
		expect(told).toMatchObject({ title: "From the page" });
		expect(asked).toEqual([PROVIDER, PAGE.href]);
	});

	it("is not read where nobody waits any more", async () => {
		await expect(read("silent", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
	});

	it("is not read either where too much was asked", async () => {
		await expect(read(new AppError("too_many", "Please wait"))).rejects.toMatchObject({ kind: "too_many" });
	});
});
