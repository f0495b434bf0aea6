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

test("nothing that a client wrote of itself is a browser's name: charts are kept for ever", () => {
	const agentOf = agentReader();
	const facebook =
		"[FBAN/FB4A;FBAV/318.0.0.39.154;FBBV/289196131;FBDM/{density=2.75,width=1080};FBLC/en_US;FBCR/Verizon Wireless;FBMF/samsung]";
	expect(agentOf(facebook).browser).toBe("");
	expect(agentOf("Mozilla/5.0 (Wibble of Ada; en) Gecko of Ada/1.0 (x)").browser).toBe("");
	const known = ["Opera Touch", "PlayStation 4", "Miui"];
	const written = ["OPT/4.3.1", "Mozilla/5.0 (PlayStation 4 11.00)", "Mozilla/5.0 (Linux) XiaoMi/MiuiBrowser/14.4"];
	expect(written.map((userAgent) => agentOf(userAgent).browser)).toEqual(known);
});
