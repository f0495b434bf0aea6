import net from "node:net";

export type BytesAnswer = {
	/** Of the first answer; null when the server closed the connection without one. */
	status: number | null;
	/** Everything that came, head and body, as latin1. */
	text: string;
	milliseconds: number;
};

/** A server that says nothing for so long waits for more of the request: then it is told that no more comes. */
const SILENCE_MS = 250;
/** The same for what got no answer: a machine that does much else may be as slow to answer a whole request. */
const PATIENT_MS = 10_000;

/**
 * Sends bytes as they are over a connection of their own and reads the first answer. What a client library would
 * refuse to send, or would frame differently, goes out just the same.
 */
export async function sendBytes(origin: string, bytes: Buffer): Promise<BytesAnswer> {
	const answer = await send(origin, bytes, SILENCE_MS);
	const isNothing = bytes.toString("latin1").trim() === "";
	return answer.status === null && !isNothing ? send(origin, bytes, PATIENT_MS) : answer;
}

function send(origin: string, bytes: Buffer, silenceMs: number): Promise<BytesAnswer> {
	const { hostname, port } = new URL(origin);
	let startedAt = performance.now();
	return new Promise((resolve, reject) => {
		const socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true });
		let text = "";
		const finish = () => {
			socket.destroy();
			const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
			resolve({ status: status ? Number(status) : null, text, milliseconds: performance.now() - startedAt });
		};
		socket.setTimeout(silenceMs, () => {
			startedAt = performance.now();
			socket.end();
		});
		socket.on("data", (chunk) => {
			text = (text + chunk.toString("latin1")).replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/, "");
			if (isWhole(text, bytes)) finish();
		});
		socket.on("end", finish);
		socket.on("error", (error: NodeJS.ErrnoException) => {
			// The server may close while it is still being written to.
			if (error.code === "ECONNRESET" || error.code === "EPIPE") finish();
			else reject(error);
		});
		socket.write(bytes);
	});
}

function isWhole(text: string, request: Buffer): boolean {
	const headEnd = text.indexOf("\r\n\r\n");
	if (headEnd < 0) return false;
	const head = text.slice(0, headEnd);
	const body = text.slice(headEnd + 4);
	if (request.subarray(0, 5).toString() === "HEAD " || /^HTTP\/1\.1 (?:204|304) /.test(head)) return true;
	const length = /^content-length: (\d+)$/im.exec(head)?.[1];
	if (length !== undefined) return body.length >= Number(length);
	return /^transfer-encoding: chunked$/im.test(head) && body.endsWith("0\r\n\r\n");
}
