import type { Plugin } from "vite";

/** Writes the sentence for people whose browser is too old into every page; `public/old-browser.js` shows it to them. */
export function oldBrowserNotice(sentence: string): Plugin {
	return {
		name: "visualink:old-browser-notice",
		transformIndexHtml: (html) => html.replace("__OLD_BROWSER__", () => sentence),
	};
}
