import sharp from "sharp";

type Page = { status?: number; html: string };

const ARTICLE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Eleven quiet beaches | The Coast</title>
<meta property="og:site_name" content="The Coast">
<meta property="og:title" content="Eleven quiet beaches of the Algarve &amp; how to get there">
<meta property="og:description" content="No car, no crowds: a walk from cove to cove, with the trains that lead there.">
<meta property="og:image" content="/beach.png">
<meta property="og:image" content="/cove.png">
</head>
<body><h1>Eleven quiet beaches</h1></body>
</html>`;

/** By path: a whole page, one that says little, a challenge, and one that is broken. */
export const PAGES: Record<string, Page> = {
	"/article": { html: ARTICLE },
	"/plain": { html: "<title>A plain page</title><p>Nothing else." },
	"/challenge": { status: 403, html: "<title>Just a moment...</title>" },
	"/broken": { status: 500, html: "<title>Oops</title>" },
};

/** An image of 1200x630 in a colour of its own. */
export function picture(path: string): Promise<Buffer> {
	const background = path === "/beach.png" ? "#0f6b6b" : "#c2703d";
	return sharp({ create: { width: 1200, height: 630, channels: 3, background } })
		.png()
		.toBuffer();
}
