import { createHash } from "node:crypto";
import { escapeHtml, OWN_PAGE_CSP, ownPage } from "#server/platform/http/own-page.ts";
import type { Platform, System } from "#shared/public/platforms/platform.ts";
import { PLATFORMS } from "#shared/public/platforms/platforms.ts";
import { ANDROID_WEB_VIEW } from "./platforms.ts";
import { judgeUserAgent, USER_AGENT_MAX } from "./visitor.ts";

type App = Pick<Platform, "name" | "exit">;

const GOOGLES_OWN: ReadonlySet<string> = new Set(["google", "gemini"]);

/**
 * Apps in which Google refuses sign-in. Ways out: https://github.com/shalanah/inapp-debugger (README; issues 15, 22;
 * pull request 23), read 2026-11-26.
 */
const APPS: ReadonlyMap<string, App> = new Map(
	PLATFORMS.flatMap((platform): [string, App][] =>
		platform.inApp && !GOOGLES_OWN.has(platform.word) ? [[platform.word, platform]] : [],
	),
);
const UNNAMED: App = { name: "this app" };

/** The app whose browser this is, if Google refuses sign-in there (`disallowed_useragent`); never Google's own. */
export function appThatGoogleRefuses(userAgent: string): App | null {
	const agent = userAgent.slice(0, USER_AGENT_MAX);
	const { reason, platform } = judgeUserAgent(agent);
	if (!reason.startsWith("human:in-app:")) return null;
	// A web app on an iPhone's home screen also has an unnamed view, and may sign in.
	if (platform === null) return ANDROID_WEB_VIEW.test(agent) ? UNNAMED : null;
	return APPS.get(platform) ?? null;
}

/** An address that opens in the system's browser; null if the app prevents it. */
export function wayOut(app: App, userAgent: string, address: string): string | null {
	const system = systemOf(userAgent);
	if (system === "desktop" || app.exit?.noWayOut?.includes(system)) return null;
	const { protocol, host, pathname, search } = new URL(address);
	const scheme = protocol.slice(0, -1);
	if (system === "android") return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};end`;
	return app.exit?.ownScheme?.(address) ?? `x-safari-${scheme}://${host}${pathname}${search}`;
}

function systemOf(userAgent: string): System {
	if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
	return /Android|FBAN\/FB4A/.test(userAgent) ? "android" : "desktop";
}

/** The field can be selected where the button doesn't work. */
const SCRIPT = [
	"const field=document.getElementById('address'),copied=document.querySelector('[role=status]');",
	"const button=document.createElement('button');button.textContent='Copy address';button.className='second';copied.before(button);",
	"const byHand=()=>{field.select();if(!document.execCommand('copy'))throw new Error('not copied')};",
	"button.onclick=async()=>{try{await navigator.clipboard.writeText(field.value).catch(byHand)}catch{try{byHand()}catch{field.select();",
	"copied.textContent='Select the address above and copy it.';return}}copied.textContent='Address copied. Paste it into your browser.'}",
].join("");
const CSP = `${OWN_PAGE_CSP}; script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`;

type Asked = {
	userAgent: string;
	address: string;
	anyway: string;
};

/** The page shown instead of Google's refusal (P511); null where Google allows sign-in. */
export function createInAppSignIn({ publicOrigin }: { publicOrigin: string }) {
	return ({ userAgent, address, anyway }: Asked): { html: string; csp: string } | null => {
		const app = appThatGoogleRefuses(userAgent);
		if (app === null) return null;
		const target = wayOut(app, userAgent, address);
		const byMenu = `${target === null ? "Tap" : "If nothing happens, tap"} ⋯ or ⋮ and choose "Open in browser".`;
		const content =
			`<h1><b>Google doesn't allow sign-in inside ${escapeHtml(app.name)}</b></h1>` +
			"<p>Sign in with Safari, Chrome or another browser instead.</p>" +
			(target === null ? "" : `<p><a class="button" href="${escapeHtml(target)}">Open in browser</a></p>`) +
			`<p>${byMenu}</p>` +
			`<p><label for="address">Or copy this address into your browser</label><input id="address" readonly value="${escapeHtml(address)}"></p>` +
			`<p role="status"></p><p><small><a href="${escapeHtml(anyway)}">Continue to Google anyway</a></small></p>` +
			`<script>${SCRIPT}</script>`;
		return { html: ownPage({ title: "Sign in with your browser", content, homeUrl: `${publicOrigin}/` }), csp: CSP };
	};
}
