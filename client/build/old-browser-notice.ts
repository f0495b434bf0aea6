import type { Plugin } from "vite";

/** Writes the notice for unsupported browsers into every page; `public/old-browser.js` shows it there. */
export function oldBrowserNotice(sentence: string): Plugin {
	return {
		name: "visualink:old-browser-notice",
		transformIndexHtml: (html) => html.replace("__OLD_BROWSER__", () => sentence),
	};
}
