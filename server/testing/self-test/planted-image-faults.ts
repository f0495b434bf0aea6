import { gzipSync } from "node:zlib";
import {
	body,
	CHALLENGE,
	type FaultSources,
	headers,
	instead,
	type PlantedFault,
	RANGES_IMAGES,
	SHOWS_NO_WEBP,
	SHOWS_WEBP,
	SLOW_MS,
	without,
} from "./planted-fault.ts";

export function imageFaults({ small, heavy, webp }: FaultSources): PlantedFault[] {
	const at = "picture" as const;
	return [
		{ at, name: "missing Content-Length", says: "no Content-Length for the image", change: without("content-length") },
		{
			at,
			name: "wrong Content-Length",
			says: "lost the connection before the image ended",
			change: (answer) => ({
				...headers({ "content-length": String(answer.body.length + 500) })(answer),
				isBroken: true,
			}),
		},
		{
			at,
			name: "picture of a wrong type",
			says: "got text/html instead of an image",
			change: headers({ "content-type": "text/html" }),
		},
		{
			at,
			name: "picture named a WebP",
			says: "as image/webp, but its bytes are a JPEG",
			change: headers({ "content-type": "image/webp" }),
		},
		{
			at,
			name: "image re-encoded as WebP",
			says: "got the image as a WebP, not as our JPEG",
			who: SHOWS_WEBP,
			change: (answer) => body(headers({ "content-type": "image/webp" })(answer), webp),
		},
		{
			at,
			name: "image re-encoded as WebP, for apps that show no WebP",
			says: "can't show the image: it got a WebP",
			who: SHOWS_NO_WEBP,
			change: (answer) => body(headers({ "content-type": "image/webp" })(answer), webp),
		},
		{
			at,
			name: "WebP that is named a JPEG",
			says: "as image/jpeg, but its bytes are a WebP",
			change: (answer) => body(answer, webp),
		},
		{ at, name: "picture not modified", says: 'got "not modified" (304) and no image', change: instead(304, "") },
		{ at, name: "picture kept from other sites", says: "refused the image (403)", change: instead(403, "") },
		{ at, name: "picture lost", says: "refused the image (404)", change: instead(404, "") },
		{
			at,
			name: "picture moved",
			says: "redirected (302) and saw no image",
			change: instead(302, "", { location: "/other.jpg" }),
		},
		{
			at,
			name: "picture made smaller",
			says: "a resized image: 300 x 158 pixels",
			change: (answer) => body(answer, small),
		},
		{
			at,
			name: "picture too small for a large card",
			says: "show a small image",
			who: ["Facebook", "Slack"],
			change: (answer) => body(answer, small),
		},
		{
			at,
			name: "picture made heavier",
			says: "WhatsApp can't show the image: its file is too large",
			who: ["WhatsApp"],
			change: (answer) => body(answer, heavy),
		},
		{
			at,
			name: "half an image",
			says: "half an image",
			change: (answer) => body(answer, answer.body.subarray(0, -300)),
		},
		{
			at,
			name: "picture packed once more",
			says: "compressed twice",
			change: (answer) => body(headers({ "content-encoding": "gzip" })(answer), gzipSync(answer.body)),
		},
		{
			at,
			name: "picture never kept",
			says: "can't cache the image",
			change: headers({ "cache-control": "no-store" }),
		},
		{
			at,
			name: "picture as a download",
			says: "the image as a download",
			change: headers({ "content-disposition": "attachment" }),
		},
		{
			at,
			name: "challenge in place of the picture",
			says: "can't read the image",
			change: (answer) => body(answer, CHALLENGE),
		},
		{ at, name: "picture reset", says: "got no answer for the image", change: () => "reset" },
		{ at, name: "slow picture", says: "more than three seconds for the image", waits: SLOW_MS },
	];
}

/** What becomes of an image's bytes. */
export function byteFaults({ recompressed }: FaultSources): PlantedFault[] {
	const at = "picture" as const;
	const end = Buffer.from([0xff, 0xd9]);
	const changed = "its bytes differ from ours";
	const flipped = (from: Buffer) => from.map((byte, index) => (index === from.length - 20 ? byte ^ 1 : byte));
	const exif = Buffer.from([0xff, 0xe1, 0, 8, 0x45, 0x78, 0x69, 0x66, 0, 0]);
	return [
		{ at, name: "picture compressed once more", says: changed, change: (answer) => body(answer, recompressed) },
		{
			at,
			name: "picture cut, with an end",
			says: changed,
			change: (answer) => body(answer, Buffer.concat([answer.body.subarray(0, -300), end])),
		},
		{ at, name: "one bit", says: changed, change: (answer) => body(answer, Buffer.from(flipped(answer.body))) },
		{
			at,
			name: "a segment more",
			says: changed,
			change: (answer) => body(answer, Buffer.concat([answer.body.subarray(0, 2), exif, answer.body.subarray(2)])),
		},
		{
			at,
			name: "bytes behind the end",
			says: changed,
			change: (answer) => body(answer, Buffer.concat([answer.body, end])),
		},
		{ at, name: "an empty picture", says: "it got an empty file", change: (answer) => body(answer, "") },
		{ at, name: "a drawing", says: "got image/svg+xml", change: headers({ "content-type": "image/svg+xml" }) },
		{
			at,
			who: RANGES_IMAGES,
			name: "416 for a range of the picture",
			says: "was refused (416)",
			change: (answer, { range }) => (range === undefined ? answer : instead(416, "")(answer)),
		},
		{
			at,
			who: RANGES_IMAGES,
			name: "a wrong range of the picture",
			says: "the wrong part of the image (206)",
			change: (answer, { range }) =>
				range === undefined
					? answer
					: { ...headers({ "content-range": `bytes 100-199/${answer.body.length}` })(answer), status: 206 },
		},
	];
}
