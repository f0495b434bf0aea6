import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../../server/testing/machine/free-port.ts";
import type { Driver, Installation } from "./driver.ts";

const WEBDRIVER = "/usr/bin/WebKitWebDriver";
const XVFB = "/usr/bin/Xvfb";
/** By which WebDriver names an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** The window's own bar would keep it wider than a phone. */
const NARROW_BAR = "* { padding: 0; margin: 0; border-width: 0; min-width: 0; font-size: 4px; }";

export const webkit: Installation = {
	name: "WebKitGTK",
	missing: () => [WEBDRIVER, XVFB].filter((file) => !existsSync(file)),
	howTo: "apt-get install webkit2gtk-driver xvfb",
	start,
};

/** WebKit's small browser on a screen of its own, by W3C WebDriver. */
async function start(): Promise<Driver> {
	const config = await mkdtemp(path.join(os.tmpdir(), "visualink-webkit-"));
	await mkdir(path.join(config, "gtk-3.0"));
	await writeFile(path.join(config, "gtk-3.0/gtk.css"), NARROW_BAR);
	const screen = spawn(XVFB, ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
		stdio: ["ignore", "pipe", "ignore"],
	});
	const display = await new Promise<string>((resolve) =>
		screen.stdout.once("data", (text) => resolve(`:${text}`.trim())),
	);
	const port = await freePort();
	const server = spawn(WEBDRIVER, [`--port=${port}`, "--host=127.0.0.1"], {
		env: { ...process.env, DISPLAY: display, XDG_CONFIG_HOME: config, WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
		stdio: "ignore",
	});
	const call = caller(`http://127.0.0.1:${port}`);
	const open = async () => {
		const { sessionId, capabilities } = await call<{ sessionId: string; capabilities: Record<string, string> }>(
			"POST",
			"/session",
			{ capabilities: { alwaysMatch: {} } },
		);
		return { at: `/session/${sessionId}`, version: `${capabilities.browserName}/${capabilities.browserVersion}` };
	};
	await call("GET", "/status");
	let { at, version } = await open();
	const element = async (value: string) => {
		const found = await call<Record<string, string>>("POST", `${at}/element`, { using: "css selector", value });
		return `${at}/element/${found[ELEMENT]}`;
	};
	return {
		version: version.replace("MiniBrowser", "webkitgtk"),
		resize: (width, height) => call("POST", `${at}/window/rect`, { width, height }),
		goto: (url) => call("POST", `${at}/url`, { url }),
		back: () => call("POST", `${at}/back`, {}),
		evaluate: (expression) => call("POST", `${at}/execute/sync`, { script: `return ${expression}`, args: [] }),
		click: async (selector) => call("POST", `${await element(selector)}/click`, {}),
		type: async (selector, text) => call("POST", `${await element(selector)}/value`, { text }),
		upload: async (selector, file) => call("POST", `${await element(selector)}/value`, { text: file }),
		forget: async () => {
			await call("DELETE", at);
			({ at, version } = await open());
		},
		close: async () => {
			await call("DELETE", at).catch(() => {});
			await Promise.all([server, screen].map(end));
			await rm(config, { recursive: true, force: true });
		},
	};
}

/** Calls WebDriver; waits for it to listen. */
function caller(origin: string) {
	return async <Value>(method: string, address: string, body?: unknown): Promise<Value> => {
		for (let tries = 0; ; tries += 1) {
			const response = await fetch(origin + address, {
				method,
				...(body !== undefined && { body: JSON.stringify(body) }),
			}).catch((error: unknown) => {
				if (tries >= 50) throw error;
				return null;
			});
			if (response === null) {
				await new Promise((resolve) => setTimeout(resolve, 100));
				continue;
			}
			const { value } = (await response.json()) as { value: Value & { message?: string } };
			if (!response.ok) throw new Error(value.message);
			return value;
		}
	};
}

function end(child: ChildProcess): Promise<void> {
	return new Promise((resolve) => {
		if (child.exitCode !== null) return resolve();
		child.once("exit", () => resolve());
		child.kill();
	});
}
