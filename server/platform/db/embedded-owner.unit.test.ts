import net, { type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectAsOwner } from "./embedded-owner.ts";

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
	const length = Buffer.alloc(4);
	length.writeInt32BE(body.length + 4);
	return Buffer.concat([Buffer.from(type), length, body]);
}
const READY = message("Z", Buffer.from("I"));
const WELCOME = Buffer.concat([message("R", Buffer.alloc(4)), READY]);
/** One row with the one column `locked`, a boolean (type 16) that is true. */
const LOCKED = Buffer.concat([
	message("1"),
	message("2"),
	message("T", Buffer.from("0001 6c6f636b656400 00000000 0000 00000010 0001 ffffffff 0000".replaceAll(" ", ""), "hex")),
	message("D", Buffer.from("0001 00000001 74".replaceAll(" ", ""), "hex")),
	message("C", Buffer.from("SELECT 1\0")),
	READY,
]);

const uncaught: unknown[] = [];
const noteUncaught = (error: unknown) => uncaught.push(error);
let server: net.Server;
/** What the server does when it is asked for the lock. */
let onQuery: (socket: Socket) => void;
let address: string;
beforeEach(async () => {
	uncaught.length = 0;
	process.on("uncaughtException", noteUncaught);
	server = net.createServer((socket) => {
		socket.once("data", () => {
			socket.write(WELCOME);
			socket.once("data", () => onQuery(socket));
		});
		socket.on("error", () => {});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	address = `postgres://visualink:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
	await new Promise((resolve) => server.close(resolve));
	process.off("uncaughtException", noteUncaught);
	expect(uncaught).toEqual([]);
});

it.each<[string, (socket: Socket) => void]>([
	["ends the connection", (socket) => void socket.end()],
	["is killed", (socket) => void socket.resetAndDestroy()],
])("counts a database that %s while it is asked for the lock as one that does not answer", async (_how, fail) => {
	onQuery = fail;
	expect(await connectAsOwner(address)).toBeNull();
});

it("tells of a connection that was lost before anybody asked", async () => {
	onQuery = (socket) => void socket.end(LOCKED);
	const owner = await connectAsOwner(address);
	const isOver = new Promise((resolve) => owner?.client.once("end", resolve));
	await isOver;
	expect(await owner?.gone).toMatchObject({ message: "Connection terminated unexpectedly" });
});
