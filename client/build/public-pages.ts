import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { precompress } from "./precompress.ts";

type Options = {
	/** Where the client is built to. */
	clientDir: string;
	/** Where the pre-rendering entry (`client/src/prerender.tsx`) is built to; removed afterwards. */
	prerenderDir: string;
};

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;
/** What `client/src/prerender.tsx` exports. */
type Prerender = {
	renderPages: () => Promise<{ file: string; modules: string[]; script?: string; head: string; body: string }[]>;
	PAGE_FILES: Record<string, string>;
	SITEMAP: string;
};

/**
 * Writes the public pages as HTML once client and pre-rendering entry are built, a `pages.json` that tells the server
 * which file answers which path, the sitemap, and a compressed copy next to every text file.
 */
export function publicPages({ clientDir, prerenderDir }: Options): Plugin {
	return {
		name: "visualink:public-pages",
		buildApp: {
			order: "post",
			async handler() {
				const entry = pathToFileURL(join(prerenderDir, "prerender.js")).href;
				const { renderPages, PAGE_FILES, SITEMAP }: Prerender = await import(entry);
				const template = await readFile(join(clientDir, "index.html"), "utf8");
				const manifest: Manifest = JSON.parse(await readFile(join(clientDir, ".vite/manifest.json"), "utf8"));
				const font = await fontPreload(clientDir);

				await rm(join(clientDir, "index.html"));
				for (const page of await renderPages()) {
					const head = [page.head, font, ...modulePreloads(manifest, page.modules)].join("\n\t\t");
					const html = scriptedBy(page.script, template, manifest)
						.replace("<!--head-->", () => head)
						.replace("<!--body-->", () => page.body);
					await writeFile(join(clientDir, page.file), html);
				}
				await writeFile(join(clientDir, "pages.json"), JSON.stringify(PAGE_FILES));
				await writeFile(join(clientDir, "sitemap.xml"), SITEMAP);
				await rm(join(clientDir, ".vite"), { recursive: true });
				await rm(prerenderDir, { recursive: true });
				await precompress(clientDir);
			},
		},
	};
}

/** The template, with the app or with a page's own script in its place. */
function scriptedBy(script: string | undefined, template: string, manifest: Manifest): string {
	if (script === undefined) return template;
	const own = manifest[script];
	if (!own || own.imports?.length) throw new Error(`${script} must be an entry of the build, in one file.`);
	const [app, ...others] = template.match(APP_SCRIPT) ?? [];
	if (!app || others.length > 0) throw new Error("The template has not one script of the app.");
	return template.replace(app, `<script type="module" crossorigin src="/${own.file}"></script>`);
}

const APP_SCRIPT = /<script type="module"[^>]*><\/script>/g;

/** The page's own code, asked for together with the entry rather than after it. */
function modulePreloads(manifest: Manifest, modules: string[]): string[] {
	const files = new Set<string>();
	const styles = new Set<string>();
	const entryFiles = new Set([manifest["index.html"]?.file]);
	const visit = (key: string) => {
		const chunk = manifest[key];
		if (!chunk || files.has(chunk.file) || entryFiles.has(chunk.file)) return;
		files.add(chunk.file);
		for (const style of chunk.css ?? []) styles.add(style);
		for (const imported of chunk.imports ?? []) visit(imported);
	};
	for (const module of modules) {
		if (!manifest[module]) throw new Error(`${module} is in the table of screens, but the build made no chunk for it.`);
		visit(module);
	}
	return [
		...[...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
		...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
	];
}

async function fontPreload(clientDir: string): Promise<string> {
	const assets = await readdir(join(clientDir, "assets"));
	const fonts = assets.filter((name) => name.endsWith(".woff2"));
	if (fonts.length !== 2) throw new Error("The display face or the text face is missing from the build.");
	return fonts
		.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${font}">`)
		.join("\n\t\t");
}
