import { createHash } from "node:crypto";
import { posix } from "node:path";

/** More parts of a host, or of a path, are not looked up. */
const HOST_PARTS = 7;
const PATH_PARTS = 4;
const ESCAPE = /^%[0-9a-f]{2}$/i;

type Canonical = { scheme: string; host: string; path: string; query: string };

/**
 * The SHA-256 hashes by which Web Risk knows an address: of itself, and of each host and folder that it is in.
 * @see https://cloud.google.com/web-risk/docs/urls-hashing
 */
export function hashesOf(address: string): Buffer[] {
	return expressionsOf(address).map((expression) => createHash("sha256").update(expression).digest());
}

/** What is hashed of an address, each once; nothing of one without a host. */
export function expressionsOf(address: string): string[] {
	const canonical = canonicalOf(address);
	if (!canonical) return [];
	const paths = pathsOf(canonical);
	return [...new Set(hostsOf(canonical.host).flatMap((host) => paths.map((path) => host + path)))];
}

/** An address as Web Risk writes it; null without a host. */
export function canonicalAddress(address: string): string | null {
	const canonical = canonicalOf(address);
	return canonical && `${canonical.scheme}://${canonical.host}${canonical.path}${canonical.query}`;
}

function canonicalOf(address: string): Canonical | null {
	const [withoutFragment = ""] = address.replace(/[\t\r\n]/g, "").split("#", 1);
	const text = unescaped(Buffer.from(withoutFragment.trim()).toString("latin1"));
	const { scheme = "http", rest = "" } =
		/^(?:(?<scheme>[a-z][a-z0-9+.-]*):\/\/)?(?<rest>.*)$/is.exec(text)?.groups ?? {};
	const {
		authority = "",
		path = "",
		query = "",
	} = /^(?<authority>[^/?]*)(?<path>[^?]*)(?<query>.*)$/s.exec(rest)?.groups ?? {};
	const host = canonicalHost(authority);
	if (host === "") return null;
	return { scheme: scheme.toLowerCase(), host, path: escaped(posix.normalize(path || "/")), query: escaped(query) };
}

function canonicalHost(authority: string): string {
	const name = authority
		.slice(authority.lastIndexOf("@") + 1)
		.replace(/:\d*$/, "")
		.replace(/\.{2,}/g, ".")
		.replace(/^\.|\.$/g, "");
	// As a browser reads it: one number, octal and hexadecimal ones.
	const isNumeric = /^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+)){0,3}$/i.test(name);
	if (isNumeric && URL.canParse(`http://${name}/`)) return new URL(`http://${name}/`).hostname;
	return escaped(name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
}

/** Without percent-escapes, also those of escapes. In one pass: an address may be made of them. */
function unescaped(text: string): string {
	const done: string[] = [];
	for (const character of text) {
		done.push(character);
		while (done.at(-3) === "%" && ESCAPE.test(done.slice(-3).join(""))) {
			const code = Number.parseInt(done.splice(-3).slice(1).join(""), 16);
			done.push(String.fromCharCode(code));
		}
	}
	return done.join("");
}

/** Of bytes, each as one character. */
function escaped(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Web Risk escapes
	return text.replace(/[\u0000-\u0020\u007f-\u00ff#%]/g, (character) => {
		return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
	});
}

/** The host, and the domains that it is in; an IP address alone. */
function hostsOf(host: string): string[] {
	if (host.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(host)) return [host];
	const parts = host.split(".");
	const hosts = [host];
	for (let from = Math.max(1, parts.length - HOST_PARTS); from < parts.length - 1; from += 1) {
		hosts.push(parts.slice(from).join("."));
	}
	return hosts;
}

function pathsOf({ path, query }: Canonical): string[] {
	const parts = path.split("/").filter(Boolean);
	const folders = ["/"];
	for (let count = 1; count < Math.min(parts.length, PATH_PARTS); count += 1) {
		folders.push(`/${parts.slice(0, count).join("/")}/`);
	}
	return query.length > 1 ? [path + query, path, ...folders] : [path, ...folders];
}
