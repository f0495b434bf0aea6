import { expect, it, vi } from "vitest";
import { becomePerson } from "./person.ts";
import { expectToast, openScreen, press, screen, user } from "./screen.tsx";

const SCREEN = "/admin/api?tab=assistants";

it("P666: the setup of each assistant is copied with our address and a placeholder for the key", async () => {
	await becomePerson({ plan: "pro" });
	openScreen(SCREEN);
	await screen.findByRole("heading", { level: 2, name: "Assistants" });
	expect(screen.getByRole("link", { name: "All tools" }).getAttribute("href")).toBe("/developers#assistants");
	const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
	const url = `${window.location.origin}/mcp`;
	const setups: [name: string, where: string, parts: string[]][] = [
		["Claude Code", "Run this in a terminal", [`http visualink ${url} --header "Authorization: Bearer YOUR_API_KEY"`]],
		["Cursor", "Add this to ~/.cursor/mcp.json", [`"url": "${url}"`, `"Authorization": "Bearer YOUR_API_KEY"`]],
		["VS Code", "Add this to .vscode/mcp.json. VS Code asks for the key", ['"type": "http"', `"url": "${url}"`]],
	];
	for (const [name, where, parts] of setups) {
		await user.click(screen.getByRole("radio", { name }));
		screen.getByText(where);
		await press(`Copy setup for ${name}`);
		const copied = String(write.mock.lastCall?.[0]);
		for (const part of parts) expect(copied).toContain(part);
		expect(screen.queryByText("Replace YOUR_API_KEY with one of your keys.") !== null).toBe(
			copied.includes("YOUR_API_KEY"),
		);
	}
	await expectToast("Copied!", "Setup copied to clipboard");
});

it("P666: where the plan has no API, an upgrade is offered instead of a setup", async () => {
	await becomePerson({ plan: "basic" });
	openScreen(SCREEN);
	await screen.findByRole("heading", { level: 2, name: "Assistants" });
	await screen.findByRole("link", { name: /Upgrade/ });
	expect(screen.queryByRole("radio", { name: "Cursor" })).toBeNull();
});
