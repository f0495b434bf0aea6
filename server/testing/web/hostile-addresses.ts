/** Addresses of no public host, as their four bytes: loopback, private, link-local, shared, reserved, multicast. */
const RANGES: readonly (readonly [base: readonly number[], free: number])[] = [
	[[127, 0, 0, 0], 24],
	[[10, 0, 0, 0], 24],
	[[172, 16, 0, 0], 20],
	[[192, 168, 0, 0], 16],
	[[169, 254, 0, 0], 16],
	[[100, 64, 0, 0], 22],
	[[0, 0, 0, 0], 24],
	[[192, 0, 0, 0], 8],
	[[192, 0, 2, 0], 8],
	[[198, 18, 0, 0], 17],
	[[198, 51, 100, 0], 8],
	[[203, 0, 113, 0], 8],
	[[224, 0, 0, 0], 28],
	[[240, 0, 0, 0], 28],
];
/** Addresses that somebody would most like to reach. */
const WANTED = [
	[127, 0, 0, 1],
	[0, 0, 0, 0],
	[169, 254, 169, 254],
	[100, 100, 100, 200],
	[168, 63, 129, 16],
	[192, 168, 1, 1],
	[10, 0, 0, 1],
	[255, 255, 255, 255],
];

type Bytes = readonly number[];

/** Every way to write four bytes as a host that `new URL()` understands. */
const SPELLINGS: readonly ((bytes: Bytes) => string)[] = [
	(b) => b.join("."),
	(b) => `${b.join(".")}.`,
	(b) => b.map((n) => `0x${n.toString(16)}`).join("."),
	(b) => b.map((n) => `0${n.toString(8)}`).join("."),
	(b) => b.map((n) => `0x${n.toString(16).padStart(8, "0")}`).join("."),
	(b) => String(whole(b)),
	(b) => `0x${whole(b).toString(16)}`,
	(b) => `0${whole(b).toString(8)}`,
	(b) => `${b[0]}.${whole(b) % 2 ** 24}`,
	(b) => `0x${b[0]?.toString(16)}.${whole(b) % 2 ** 24}`,
	(b) => `${b[0]}.${b[1]}.${whole(b) % 2 ** 16}`,
	(b) => [...b.join(".")].map((c) => (c === "." ? "。" : String.fromCharCode(c.charCodeAt(0) + 0xfee0))).join(""),
	(b) => [...b.join(".")].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(""),
	(b) => `[::ffff:${b.join(".")}]`,
	(b) => `[::FFFF:${hexPair(b)}]`,
	(b) => `[0:0:0:0:0:ffff:${hexPair(b)}]`,
	(b) => `[::${hexPair(b)}]`,
	(b) => `[::ffff:0:${hexPair(b)}]`,
	(b) => `[64:ff9b::${hexPair(b)}]`,
	(b) => `[64:ff9b:1::${hexPair(b)}]`,
	(b) => `[2002:${hexPair(b)}::1]`,
	(b) => `[2001:0:${hexPair(b)}::1]`,
];

const OTHERS = [
	"[::1]",
	"[::]",
	"[fe80::1]",
	"[febf::abcd]",
	"[fec0::1]",
	"[fc00::1]",
	"[fd00:ec2::254]",
	"[ff02::1]",
	"[100::1]",
	"[2001:db8::1]",
	"[5f00::1]",
	"[4000::1]",
	"localhost",
	"LOCALHOST.",
	"app.localhost",
	"printer.local",
	"metadata.google.internal",
	"router",
	"nas.lan",
];

/**
 * So many different web addresses that nothing of a service may ever connect to, the same ones each time: the wanted
 * ones in every spelling first, then others drawn from every range.
 */
export function hostileAddresses(count: number): string[] {
	const found = new Set<string>(OTHERS.flatMap((host) => [`http://${host}/`, `https://${host}/`]));
	for (const bytes of WANTED) for (const spell of SPELLINGS) found.add(`http://${spell(bytes)}/latest/meta-data/`);
	const draw = drawing();
	for (let n = 0; found.size < count; n += 1) {
		const [base, free] = RANGES[n % RANGES.length] ?? [[127, 0, 0, 0], 24];
		const bytes = bytesOf(whole(base) + Math.floor(draw() * 2 ** free));
		const spell = SPELLINGS[n % SPELLINGS.length] ?? String;
		found.add(`${n % 3 === 0 ? "https" : "http"}://${spell(bytes)}${n % 5 === 0 ? ":80" : ""}/`);
	}
	return [...found].slice(0, count);
}

/** The same numbers from 0 to 1 each time (mulberry32). */
function drawing(): () => number {
	let state = 20_261_122;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

function whole(bytes: Bytes): number {
	return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

function bytesOf(number: number): Bytes {
	return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256);
}

function hexPair(bytes: Bytes): string {
	const number = whole(bytes);
	return `${Math.floor(number / 65_536).toString(16)}:${(number % 65_536).toString(16)}`;
}
