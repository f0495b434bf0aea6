import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import { constants, createGunzip } from "node:zlib";

/** The encoding that we accept. Brotli, for one, needs sixteen megabytes to unpack a few bytes. */
export const ACCEPTED_ENCODING = "gzip";

/** Each piece is a message to another thread and back. */
const CHUNK = 65_536;

export type Body = {
	bytes: Buffer;
	isCut: boolean;
};

type Options = {
	encoding: string;
	maxBytes: number;
	/** Called after every 64 KB, however small the chunks. */
	rest?: () => void;
};

/**
 * Reads an answer's first bytes, decompressed. @throws if the body is broken, or has an encoding that we didn't accept
 */
export async function readBody(body: Readable, { encoding, maxBytes, rest = () => {} }: Options): Promise<Body> {
	const chunks: Buffer[] = [];
	let length = 0;
	let restedAt = 0;
	for await (const chunk of unpacked(body, encoding)) {
		const room = maxBytes - length;
		// A copy: a slice would keep the whole chunk in memory.
		if (chunk.length > room) {
			chunks.push(Buffer.from(chunk.subarray(0, room)));
			return { bytes: Buffer.concat(chunks), isCut: true };
		}
		chunks.push(chunk);
		length += chunk.length;
		if (length - restedAt < CHUNK) continue;
		restedAt = length;
		rest();
	}
	return { bytes: Buffer.concat(chunks), isCut: false };
}

function unpacked(body: Readable, encoding: string): Readable {
	const name = encoding.trim().toLowerCase();
	if (name === "" || name === "identity") return body;
	if (name !== "gzip" && name !== "x-gzip") {
		body.destroy();
		throw new Error(`The body is packed as ${name.slice(0, 40)}`);
	}
	// A truncated body is decompressed as far as possible, as browsers do.
	const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK });
	// `gunzip` passes every error on to the reader.
	return pipeline(body, gunzip, () => {});
}
