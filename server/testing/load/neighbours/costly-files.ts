import { setTimeout as delay } from "node:timers/promises";
import type { ImportView } from "#shared/links/imports/imports.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Attack, Kit } from "./attacks.ts";
import { type Account, IMPORTERS } from "./messages.ts";
import { json } from "./shots.ts";

const ROWS = 1_000;
const POLL_MS = 500;

type Row = { title: string; description: string; target?: string };

/** Small files whose rows cost as much as a row can, each for another part of what reads them. */
const FILES: Record<string, Row> = {
	"phrases of one character": { title: "PayPal \ufdfa\ufdfa\ufdfa", description: "\ufdfa".repeat(160) },
	"symbols of three letters": { title: "PayPal \u2474\u33ff", description: "\u3391\u33c2".repeat(80) },
	"spaced letters": { title: "P a y P a l l o g i n", description: `${"ᾂ ".repeat(79)}ᾂ` },
	"phrases in Arabic": { title: "PayPal", description: "تسجيل الدخول إلى حسابك ".repeat(7).slice(0, 160) },
	"look-alike hosts": {
		title: "PaypaI",
		description: "verify your account ".repeat(8),
		target: `https://${`${"paypa-rn".repeat(7)}.`.repeat(4)}example`,
	},
};

/** Twelve accounts import the same file over and over, each as soon as its last import has ended. */
export const COSTLY_FILES: Attack[] = Object.entries(FILES).map(([name, row]) => ({
	name: `CSV: ${name}`,
	cost: "import",
	run: async (kit) => {
		const accounts = kit.accounts.slice(-IMPORTERS);
		const file = fileOf(row);
		await Promise.all(accounts.map((account) => importOverAndOver(kit, account, file)));
	},
}));

function fileOf({ title, description, target = "https://shop.example/" }: Row): string {
	const rows = Array.from({ length: ROWS }, (_, n) => `${target}?${n},${title},${description}`);
	return `target_url,title,description\n${rows.join("\n")}\n`;
}

async function importOverAndOver(kit: Kit, { cookie }: Account, file: string): Promise<void> {
	const ask = async (path: string, body: object) =>
		JSON.parse((await kit.send({ method: "POST", path, cookie, ...json(body) })) ?? "{}") as Partial<ImportView>;
	while (!kit.signal.aborted) {
		const sent = await kit.send({ method: "POST", path: API.imports.all, cookie, type: "text/csv", body: file });
		const { id } = JSON.parse(sent ?? "{}") as Partial<ImportView>;
		if (id) await ask(API.imports.start(id), { prefill: false });
		while (!kit.signal.aborted) {
			await delay(POLL_MS, undefined, { signal: kit.signal }).catch(() => {});
			const present = await kit.send({ method: "GET", path: API.imports.all, cookie });
			if ((JSON.parse(present ?? "null") as ImportView | null)?.state !== "running") break;
		}
		if (kit.signal.aborted && id) await ask(API.imports.stop(id), {});
	}
}
