import Bowser from "bowser";
import { expect, test, vi } from "vitest";
import { agentReader } from "./agents.ts";

test("a user agent that can't be read tells nothing, and stops nobody", () => {
	const agentOf = agentReader();
	vi.spyOn(Bowser, "parse").mockImplementationOnce(() => {
		throw new Error("no such browser");
	});
	expect(agentOf("odd")).toEqual({ device: "", browser: "", system: "" });
	const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
	expect(agentOf(firefox)).toEqual({ device: "desktop", browser: "Firefox", system: "Linux" });
});
