import { setMaxListeners } from "node:events";
import os from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { ATTACKS, type Kit } from "./attacks.ts";
import { COSTLY_FILES } from "./costly-files.ts";
import type { Account, HostileOrder, HostileReport } from "./messages.ts";
import { PROGRAMS } from "./programs.ts";
import { ROUTES } from "./routes.ts";
import { createShooter, type Shot } from "./shots.ts";
import { WEBHOOK_FLOOD } from "./webhook-flood.ts";

/**
 * The hostile accounts of `npm run night -- neighbours`, in a process of their own that stands back behind everything else: what
 * it costs to attack is no work of the service, and on a real machine it is done elsewhere.
 */
os.setPriority(19);
type Arguments = { port: number; accounts: Account[]; paths: string[] };
const { port, accounts, paths }: Arguments = JSON.parse(process.argv[2] ?? "");
let stop: AbortController | null = null;
let over: Promise<void> = Promise.resolve();
let statuses: Record<string, number> = {};

process.on("message", async (order: HostileOrder) => {
	if (order !== "stop") return begin(order);
	stop?.abort();
	await over;
	process.send?.({ statuses } satisfies HostileReport);
});
process.send?.("ready");

function begin({ attack: name, phase }: Exclude<HostileOrder, "stop">): void {
	const attack = [...ATTACKS, ...COSTLY_FILES, ...PROGRAMS, WEBHOOK_FLOOD, ...ROUTES].find(
		(each) => each.name === name,
	);
	if (!attack) throw new Error(`No attack is called ${name}`);
	const shooter = createShooter({ port });
	stop = new AbortController();
	statuses = {};
	const { signal } = stop;
	// One for each request that is under way.
	setMaxListeners(0, signal);

	async function send(shot: Shot): Promise<string | null> {
		try {
			const { status, body } = await shooter.send(shot, signal.aborted ? AbortSignal.timeout(5_000) : signal);
			statuses[status] = (statuses[status] ?? 0) + 1;
			return body.toString();
		} catch {
			if (!signal.aborted) statuses.none = (statuses.none ?? 0) + 1;
			return null;
		}
	}

	const flood: Kit["flood"] = async (next, { atOnce, perSecond = 1_000 }) => {
		let sent = 0;
		let slot = performance.now();
		const drive = async () => {
			while (!signal.aborted) {
				const now = performance.now();
				slot = Math.max(now, slot) + 1_000 / perSecond;
				const waitMs = slot - now - 1_000 / perSecond;
				if (waitMs > 1) await delay(waitMs, undefined, { signal }).catch(() => {});
				if (!signal.aborted) await send(next(sent++));
			}
		};
		await Promise.all(Array.from({ length: atOnce }, drive));
	};

	over = attack.run({ accounts, paths, phase, signal, send, flood }).finally(() => shooter.close());
}
