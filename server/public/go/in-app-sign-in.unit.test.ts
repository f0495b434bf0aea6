import { expect, it } from "vitest";
import { browsers, fixture } from "#server/testing/corpora/user-agent-corpora.ts";
import { appThatGoogleRefuses, createInAppSignIn, wayOut } from "./in-app-sign-in.ts";
import { IN_APP_BROWSERS } from "./platforms.ts";

const ADDRESS = "https://visualink.example/api/auth/google?returnTo=%2Fpricing";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID =
	"Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.14 Mobile Safari/537.36";

const wayOutOf = (userAgent: string) => {
	const app = appThatGoogleRefuses(userAgent);
	return app === null ? "Google" : (wayOut(app, userAgent, ADDRESS)?.split(":")[0] ?? null);
};

it.each([
	// Apps
	[
		"Instagram",
		"instagram",
		`${IPHONE} Mobile/22B83 Instagram 424.1.0.31.54 (iPhone18,4; iOS 26_4_1; NW/3) Safari/604.1`,
	],
	["Instagram", "intent", `${ANDROID} Instagram 355.0.0.37.103 Android (30/11; 320dpi; 720x1411; Xiaomi)`],
	["Facebook", "x-safari-https", `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/466.0.0.45.109;FBSV/17.5]`],
	["Facebook", "intent", `${ANDROID} [FB_IAB/FB4A;FBAV/463.0.0.54.83;]`],
	["Messenger", "x-safari-https", `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/441.0.0.35.104]`],
	["Messenger", null, `${ANDROID} [FB_IAB/Orca-Android;FBAV/435.0.0.36.115;]`],
	["TikTok", "x-safari-https", `${IPHONE} Mobile/15E148 musical_ly_33.5.0 BytedanceWebview/d8a21c6`],
	["TikTok", "intent", `${ANDROID} trill_330703 BytedanceWebview/d8a21c6`],
	["LinkedIn", "x-safari-https", `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.7586`],
	["Snapchat", null, `${IPHONE} Mobile/15E148 Snapchat/12.73.0.37 (like Safari/8617.1.17.10.9, panda)`],
	["LINE", "x-safari-https", `${IPHONE} Mobile/21D61 Safari Line/14.2.1`],
	["WeChat", null, `${IPHONE} Mobile/15E148 MicroMessenger/8.0.45(0x18002d2a) NetType/WIFI Language/zh_CN`],
	[
		"WeChat",
		null,
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat/WMPF XWEB/8519",
	],
	["Pinterest", "intent", `${ANDROID} [Pinterest/Android]`],
	["X", null, `${IPHONE} Version/18.0 Mobile/15E148 Twitter for iPhone/10.42`],
	["this app", "intent", ANDROID],
	// Browsers
	[null, "Google", `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`],
	[null, "Google", `${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
	[null, "Google", `${IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`],
	[null, "Google", `${IPHONE} EdgiOS/131.0.2903.68 Version/18.0 Mobile/15E148 Safari/604.1`],
	// The Google app; a web app on the home screen
	[null, "Google", `${IPHONE} GSA/342.0.693598186 Mobile/15E148 Safari/604.1`],
	[null, "Google", `${IPHONE} Mobile/15E148`],
	[
		null,
		"Google",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
	],
	[
		null,
		"Google",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
	],
	[null, "Google", "Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"],
	[
		null,
		"Google",
		"Mozilla/5.0 (Linux; Android 11; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Mobile Safari/537.36",
	],
	[
		null,
		"Google",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0",
	],
	[
		null,
		"Google",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
	],
	[null, "Google", ""],
])("P511: %s, %s: %s", (name, way, userAgent) => {
	expect(appThatGoogleRefuses(userAgent)?.name ?? null).toBe(name);
	expect(wayOutOf(userAgent)).toBe(way);
});

it("P511: no browser that a large site saw is taken for an app, unless it says so", () => {
	const wrong = browsers().filter(({ userAgent }) => {
		const app = appThatGoogleRefuses(userAgent);
		return (
			app !== null &&
			!/; wv\)|FBAN|FBAV|FB_IAB|Instagram|musical_ly|Snapchat|Pinterest|LinkedInApp|Line\//.test(userAgent)
		);
	});
	expect(wrong).toEqual([]);
});

it("P511: every app whose browser is known has its page, except for Google's", () => {
	const apps = IN_APP_BROWSERS.map(({ name }) => name).filter((name) => !["google", "gemini"].includes(name));
	const found = fixture("in-app-browsers").filter(({ userAgent }) => appThatGoogleRefuses(userAgent) !== null);
	expect(new Set(found.map(({ platform }) => platform).filter((platform) => platform !== null))).toEqual(new Set(apps));
});

it("P511: the ways out keep where sign-in leads", () => {
	const app = { name: "App" };
	expect(wayOut(app, ANDROID, ADDRESS)).toBe(
		"intent://visualink.example/api/auth/google?returnTo=%2Fpricing#Intent;scheme=https;end",
	);
	expect(wayOut(app, IPHONE, ADDRESS)).toBe("x-safari-https://visualink.example/api/auth/google?returnTo=%2Fpricing");
	const page = createInAppSignIn({ publicOrigin: "https://visualink.example" });
	const { html, csp } = page({ userAgent: ANDROID, address: ADDRESS, anyway: "/api/auth/google?anyway=1" }) ?? {};
	expect(html).toContain(`value="${ADDRESS}"`);
	expect(html).toContain('href="/api/auth/google?anyway=1"');
	expect(csp).toMatch(/script-src 'sha256-/);
});
