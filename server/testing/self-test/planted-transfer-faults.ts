import { gzipSync } from "node:zlib";
import { ASKS_GZIP, ASKS_NO_GZIP, body, headers, instead, type PlantedFault, without } from "./planted-fault.ts";

/** What keeps a page from coming as it is. */
export function transferFaults(): PlantedFault[] {
	const at = "page" as const;
	const consent = "<!doctype html><html><head><title>Before you continue</title></head><body>OK</body></html>";
	return [
		{
			at,
			who: ASKS_NO_GZIP,
			name: "gzip unasked for",
			says: "compressed as gzip, which it didn't ask for",
			change: (answer) => body(headers({ "content-encoding": "gzip" })(answer), gzipSync(answer.body)),
		},
		{ at, name: "deflate", says: "compressed as deflate", change: headers({ "content-encoding": "deflate" }) },
		{ at, name: "zstd", says: "compressed as zstd", change: headers({ "content-encoding": "zstd" }) },
		{
			at,
			name: "gzip that does not say so",
			says: "compressed as gzip, without a Content-Encoding",
			change: (answer) => body(answer, gzipSync(answer.body)),
		},
		{
			at,
			who: ASKS_GZIP,
			name: "gzip cut",
			says: "half a page",
			change: (answer, { acceptEncoding }) =>
				acceptEncoding
					? body(headers({ "content-encoding": "gzip" })(answer), gzipSync(answer.body).subarray(0, -200))
					: answer,
		},
		{
			at,
			name: "page that ends early",
			says: "lost the connection before the page ended",
			change: (answer) => ({
				...headers({ "content-length": String(answer.body.length + 500) })(answer),
				isBroken: true,
			}),
		},
		{ at, name: "nothing", says: "got an empty page", change: (answer) => body(answer, "") },
		{ at, name: "no content", says: "got no page (204)", change: instead(204, "") },
		{ at, name: "consent", says: 'a page named "Before you continue"', change: instead(200, consent) },
		{ at, name: "to HTTPS and back", says: "(308)", change: instead(308, "", { location: "https://localhost/" }) },
		{ at, name: "for the law's sake", says: "got an error (451)", change: instead(451, "") },
		{ at, name: "gateway's time is over", says: "got an error (504)", change: instead(504, "") },
		{ at, name: "no word of caching", says: "its Cache-Control is missing", change: without("cache-control") },
		{
			at,
			name: "a firewall for one",
			says: "an error (999)",
			who: ["LinkedIn"],
			change: (answer, { userAgent }) => (userAgent.startsWith("LinkedInBot") ? instead(999, "")(answer) : answer),
		},
	];
}
