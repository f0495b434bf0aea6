// The Lounge as its users have it: its server, a browser's connection to it, and an IRC server on which somebody says
// addresses, each of which The Lounge fetches and shows.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";

/** Starts it without its look for a newer release, which would leave this machine. */
const START = `
require("thelounge/dist/server/plugins/changelog.js").default.checkForUpdates = () => {};
process.argv = [process.argv[0], "thelounge", "start"];
require("thelounge/index.js");
`;

/** Reads an address by saying it on IRC: title, description and picture as the browser is told them. */
export async function openTheLounge() {
	const { io } = await import("socket.io-client");
	const irc = await startIrc();
	const port = await startLounge();
	const browser = io(`http://127.0.0.1:${port}`);
	browser.on("auth:start", () => browser.emit("auth:perform", {}));
	await new Promise((done) => browser.once("init", done));
	const network = { name: "local", host: "127.0.0.1", port: String(irc.port), join: "#links", tls: false };
	browser.emit("network:new", { ...network, nick: "ada", username: "ada", realname: "Ada", rejectUnauthorized: false });
	const say = await irc.joined;
	return (url) =>
		new Promise((resolve) => {
			browser.on("msg:preview", function hear({ preview }) {
				if (preview.link !== url) return;
				browser.off("msg:preview", hear);
				resolve([preview.head, preview.body, preview.thumb]);
			});
			say(url);
		});
}

async function startLounge() {
	const probe = createServer().listen(0, "127.0.0.1");
	await once(probe, "listening");
	const { port } = probe.address();
	await new Promise((resolve) => probe.close(resolve));
	mkdirSync("lounge-home");
	const config = { public: true, host: "127.0.0.1", port, prefetch: true, messageStorage: [] };
	writeFileSync("lounge-home/config.js", `module.exports = ${JSON.stringify(config)};`);
	const child = spawn(process.execPath, ["--import", "./local-names.mjs", "-e", START], {
		// biome-ignore lint/style/noProcessEnv: a child needs PATH and HOME
		env: { ...process.env, THELOUNGE_HOME: resolve("lounge-home") },
		stdio: ["ignore", "pipe", "ignore"],
	});
	process.once("exit", () => child.kill());
	await new Promise((resolve) => {
		let said = "";
		child.stdout.on("data", (text) => {
			said += text;
			if (said.includes("Available at")) resolve();
		});
	});
	return port;
}

/** As much of an IRC server as one client needs. `joined` gives what says a line in the channel that it joins. */
async function startIrc() {
	let tell = (_say) => {};
	const joined = new Promise((resolve) => {
		tell = resolve;
	});
	const server = createServer((socket) => {
		let rest = "";
		let nick = "";
		const answer = (line) => socket.write(`:irc.example ${line}\r\n`);
		const commands = new Map([
			["CAP", (verb) => verb === "LS" && answer("CAP * LS :")],
			["PING", (token) => answer(`PONG irc.example ${token}`)],
			[
				"USER",
				() => {
					for (const line of [`001 ${nick} :Welcome`, `005 ${nick} CHANTYPES=# :are supported`, `376 ${nick} :End`])
						answer(line);
				},
			],
			[
				"NICK",
				(name) => {
					nick = name;
				},
			],
			[
				"JOIN",
				(channel) => {
					socket.write(`:${nick}!ada@example JOIN ${channel}\r\n`);
					answer(`353 ${nick} = ${channel} :${nick} bob`);
					answer(`366 ${nick} ${channel} :End`);
					tell((text) => socket.write(`:bob!bob@example PRIVMSG ${channel} :${text}\r\n`));
				},
			],
		]);
		socket.on("error", () => {});
		socket.on("data", (data) => {
			const lines = (rest + data).split("\r\n");
			rest = lines.pop();
			for (const line of lines) {
				const [command, ...words] = line.split(" ");
				commands.get(command)?.(...words);
			}
		});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return { port: server.address().port, joined };
}
