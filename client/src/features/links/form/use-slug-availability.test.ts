import { afterEach, expect, it, vi } from "vitest";
import { askServer } from "./use-slug-availability.ts";

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

const body = (kind: string, message: string) => JSON.stringify({ kind, message });
const TAKEN = "This custom URL is already taken";

it.each([
	["a free slug", 200, '{"available":true}', { kind: "available", message: "Custom slug available" }],
	["a taken one", 200, '{"available":false,"message":"Gone"}', { kind: "taken", message: "Gone" }],
	["a taken one without a word", 200, '{"available":false}', { kind: "taken", message: TAKEN }],
	["a conflict", 409, body("conflict", "Gone"), { kind: "taken", message: "Gone" }],
	["too many questions", 429, body("too_many", "Slow down"), { kind: "unchecked", message: "Slow down" }],
	["a fault of the server's", 500, body("internal", "Oh no"), { kind: "unchecked", message: "Oh no" }],
	["a sentence", 502, "Bad gateway", { kind: "unchecked", message: "Bad gateway" }],
	["a proxy's page", 502, "<html>", { kind: "unchecked", message: "We could not check this address" }],
	["nothing", 500, "", { kind: "unchecked", message: "We could not check this address" }],
])("%s: only what is taken keeps the form back", async (_, status, text, state) => {
	vi.stubGlobal("fetch", async () => new Response(text, { status }));
	expect(await askServer("mine")).toEqual(state);
});

it("no answer is only logged", async () => {
	const log = vi.spyOn(console, "warn").mockImplementation(() => {});
	vi.stubGlobal("fetch", async () => {
		throw new TypeError("Failed to fetch");
	});
	expect(await askServer("mine")).toEqual({ kind: "unknown" });
	expect(log).toHaveBeenCalledOnce();
});
