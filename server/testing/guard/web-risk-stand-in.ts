import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Threat = "MALWARE" | "SOCIAL_ENGINEERING" | "UNWANTED_SOFTWARE";
/** What is planted: an expression such as `evil.example/login`, or a hash in hex; `size` bytes of it are on the list. */
type Planted = { hash: string; threat: Threat; size: number };
type Options = {
	/** Whether diffs are Rice encoded where the client takes it. */
	rice?: boolean;
	/** How long answers may be remembered, in milliseconds. */
	goodMs?: number;
};

/** A small Web Risk (`threatLists:computeDiff`, `hashes:search`) with planted threats; what it was asked is in `asked`. */
export async function startWebRiskStandIn({ rice = true, goodMs = 300_000 }: Options = {}) {
	let planted: Planted[] = [];
	/** Each list as it was in each version, in order. */
	const versions: Record<Threat, string[][]> = { MALWARE: [[]], SOCIAL_ENGINEERING: [[]], UNWANTED_SOFTWARE: [[]] };
	const asked: URL[] = [];
	const keys = new Set<string>();
	const state = { status: 200, rice, goodMs, isChecksumWrong: false, nextDiffMs: null as number | null };

	function entriesOf(threat: Threat): string[] {
		const own = planted.filter((each) => each.threat === threat);
		return [...new Set(own.map(({ hash, size }) => hash.slice(0, 2 * size)))].sort();
	}

	function publish(): void {
		for (const threat of Object.keys(versions) as Threat[]) versions[threat].push(entriesOf(threat));
	}

	function diff(url: URL) {
		const threat = url.searchParams.get("threatType") as Threat;
		const token = url.searchParams.get("versionToken");
		const history = versions[threat];
		const present = history.at(-1) ?? [];
		const version = token === null ? null : Number(Buffer.from(token, "base64url").toString());
		const before = version === null ? [] : (history[version] ?? []);
		const added = present.filter((entry) => !before.includes(entry));
		const removed = [...before.keys()].filter((n) => !present.includes(before[n] ?? ""));
		const takesRice = state.rice && url.searchParams.getAll("constraints.supportedCompressions").includes("RICE");
		const sha256 = createHash("sha256")
			.update(Buffer.from(present.join(""), "hex"))
			.digest("base64");
		return {
			responseType: version === null ? "RESET" : "DIFF",
			...(added.length > 0 && { additions: additionsOf(added, takesRice) }),
			...(removed.length > 0 && {
				removals: takesRice ? { riceIndices: riceOf(removed) } : { rawIndices: { indices: removed } },
			}),
			newVersionToken: Buffer.from(String(history.length - 1)).toString("base64"),
			checksum: { sha256: state.isChecksumWrong ? createHash("sha256").update("x").digest("base64") : sha256 },
			...(state.nextDiffMs !== null && { recommendedNextDiff: new Date(Date.now() + state.nextDiffMs).toISOString() }),
		};
	}

	function search(url: URL) {
		const beginning = Buffer.from(url.searchParams.get("hashPrefix") ?? "", "base64url").toString("hex");
		const expireTime = new Date(Date.now() + state.goodMs).toISOString();
		const found = planted.filter(({ hash }) => hash.startsWith(beginning));
		return {
			threats: found.map(({ hash, threat }) => ({
				threatTypes: [threat],
				hash: Buffer.from(hash, "hex").toString("base64"),
				expireTime,
			})),
			negativeExpireTime: expireTime,
		};
	}

	const server = createServer((req, res) => {
		const url = new URL(req.url ?? "/", "http://web-risk.example");
		asked.push(url);
		keys.add(String(req.headers["x-goog-api-key"]));
		const answer = url.pathname.endsWith("/threatLists:computeDiff") ? diff : search;
		res.writeHead(state.status, { "content-type": "application/json" });
		res.end(JSON.stringify(state.status === 200 ? answer(url) : { error: { code: state.status } }));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;

	return {
		origin: `http://127.0.0.1:${port}`,
		/** May be changed at any time. */
		state,
		asked,
		keys,
		/** Requests about whole hashes. */
		searches: () => asked.filter(({ pathname }) => pathname.endsWith("hashes:search")),
		/** Puts an address's expression on a list; `size`: how many bytes of its hash are published. */
		plant(expression: string, threat: Threat = "SOCIAL_ENGINEERING", size = 4): void {
			planted.push({ hash: createHash("sha256").update(expression).digest("hex"), threat, size });
			publish();
		},
		/** Puts a hash on a list that only begins as an expression's does. */
		plantNeighbour(expression: string, threat: Threat = "SOCIAL_ENGINEERING"): void {
			const beginning = createHash("sha256").update(expression).digest("hex").slice(0, 8);
			planted.push({ hash: beginning.padEnd(64, "0"), threat, size: 4 });
			publish();
		},
		remove(expression: string): void {
			const hash = createHash("sha256").update(expression).digest("hex");
			planted = planted.filter((each) => each.hash !== hash);
			publish();
		},
		close: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
}

function additionsOf(added: string[], takesRice: boolean) {
	const sizes = [...new Set(added.map(({ length }) => length / 2))];
	const ofSize = (size: number) => added.filter(({ length }) => length === 2 * size);
	const raw = sizes.filter((size) => !takesRice || size !== 4);
	const four = takesRice ? ofSize(4) : [];
	return {
		rawHashes: raw.map((prefixSize) => ({
			prefixSize,
			rawHashes: Buffer.from(ofSize(prefixSize).join(""), "hex").toString("base64"),
		})),
		...(four.length > 0 && {
			riceHashes: riceOf(four.map((hex) => Buffer.from(hex, "hex").readUInt32LE()).sort((a, b) => a - b)),
		}),
	};
}

/** Numbers in ascending order as Web Risk sends them. */
export function riceOf([first = 0, ...rest]: number[]) {
	const bits: number[] = [];
	const mean = ((rest.at(-1) ?? first) - first) / Math.max(1, rest.length);
	const parameter = Math.min(28, Math.max(2, Math.floor(Math.log2(mean + 1))));
	let before = first;
	for (const number of rest) {
		const difference = number - before;
		const quotient = Math.floor(difference / 2 ** parameter);
		for (let n = 0; n < quotient; n += 1) bits.push(1);
		bits.push(0);
		for (let n = 0; n < parameter; n += 1) bits.push(Math.floor(difference / 2 ** n) % 2);
		before = number;
	}
	const data = Buffer.alloc(Math.ceil(bits.length / 8));
	for (const [n, bit] of bits.entries()) data[n >> 3] = (data[n >> 3] ?? 0) | (bit << (n & 7));
	return {
		firstValue: String(first),
		...(rest.length > 0 && { riceParameter: parameter, entryCount: rest.length, encodedData: data.toString("base64") }),
	};
}
