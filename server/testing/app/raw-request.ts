import net from "node:net";

export type RawResponse = { status: number; headers: Map<string, string>; body: string; text: string };

/** Sends bytes as they are over a connection of its own, and reads until the server closes it. */
export async function rawRequest(origin: string, bytes: string | Buffer): Promise<RawResponse> {
	const { hostname, port } = new URL(origin);
	const text = await new Promise<string>((resolve, reject) => {
		const socket = net.connect(Number(port), hostname);
		const chunks: Buffer[] = [];
		socket.on("data", (chunk) => chunks.push(chunk));
		socket.on("end", () => resolve(Buffer.concat(chunks).toString("latin1")));
		socket.on("error", reject);
		socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
	});
	const [headText = "", ...rest] = text.split("\r\n\r\n");
	const [statusLine = "", ...lines] = headText.split("\r\n");
	const headers = new Map(
		lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
	);
	return { status: Number(statusLine.split(" ")[1]), headers, body: rest.join("\r\n\r\n"), text };
}
