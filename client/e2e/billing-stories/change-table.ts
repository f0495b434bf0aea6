import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { changeLine, changeSentences } from "#client/features/billing/subscriptions/change/change-words.ts";
import { formatDate } from "#client/lib/format.ts";
import type { PaidPlan } from "#shared/billing/subscriptions/change-effect.ts";
import type { ClientSubscription, PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { formatMoney } from "#shared/platform/format.ts";

/** A line of `RECORDED_CHANGES` (server/testing/billing/recorded-changes.ts). Amounts in cents. */
type Change = {
	situation: string;
	from: PaidPlan;
	to: PaidPlan;
	takenToday: number;
	takenNext?: number;
	subscription?: ClientSubscription;
	preview?: PlanChangePreview;
	refusal?: string;
};

const SUITE = "server/billing/subscriptions/change/plan-changes.extended.test.ts";

/**
 * Makes every change of plan in every situation, and compares the sentences of our dialog and of the plan's card with what
 * Stripe took.
 * @returns lines to print, and the mismatches
 */
export async function changeTable(): Promise<{ lines: string[]; failed: string[] }> {
	const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-changes-"));
	try {
		const file = path.join(folder, "changes.jsonl");
		const isGreen = await runSuite(file);
		const changes = (await readFile(file, "utf8"))
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as Change);
		const failed = changes.flatMap((change) => untrueIn(change).map((words) => `${nameOf(change)}: ${words}`));
		return { lines: tableOf(changes), failed: isGreen ? failed : [`${SUITE} failed`, ...failed] };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function runSuite(file: string): Promise<boolean> {
	const suite = spawn("npx", ["vitest", "run", "--project", "extended", "--reporter", "dot", SUITE], {
		stdio: ["ignore", "ignore", "inherit"],
		env: { ...process.env, RECORDED_CHANGES: file },
	});
	return new Promise((resolve) => suite.on("close", (code) => resolve(code === 0)));
}

/** Charges by Stripe that the words leave out. */
function untrueIn({ to, subscription, preview, refusal, takenToday, takenNext = 0 }: Change): string[] {
	if (refusal) return takenToday === 0 ? [] : [`"${refusal}", and ${takenToday} was taken`];
	if (!subscription || !preview?.amounts) return ["there is no preview"];
	const { effect, startsAt, price, amounts } = preview;
	const said = changeSentences(subscription, to.isAnnual, preview).join(" ");
	const card = changeLine({ effect, startsAt, price, isAnnual: to.isAnnual, amounts });
	const today = takenToday > 0 ? `Today ${formatMoney(takenToday, "eur")}` : /Nothing (is charged )?today/;
	const inDialog = [today, formatMoney(takenNext, "eur"), formatDate(amounts.next.at)];
	const onCard = takenToday > 0 ? [today] : effect === "now" ? ["Nothing today"] : [`From ${formatDate(startsAt)}`];
	const missing = (text: string, words: (string | RegExp)[]) =>
		words.flatMap((one) =>
			text.search(one instanceof RegExp ? one : escaped(one)) < 0 ? [`${one} isn't in "${text}"`] : [],
		);
	return [...missing(said, inDialog), ...missing(card, onCard)];
}

function escaped(words: string): RegExp {
	return new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}

/** A row for each change, a column for each situation: what was taken today, and with the next charge. */
function tableOf(changes: Change[]): string[] {
	const situations = [...new Set(changes.map(({ situation }) => situation))];
	const rows = new Map<string, string[]>();
	for (const change of changes) {
		const name = nameOf(change);
		const row = rows.get(name) ?? situations.map(() => "");
		row[situations.indexOf(change.situation)] = change.refusal
			? "refused"
			: `${change.preview?.effect === "now" ? "now" : "end"} ${euros(change.takenToday)}, then ${euros(change.takenNext ?? 0)}`;
		rows.set(name, row);
	}
	const cells = (row: string[]) => `| ${row.join(" | ")} |`;
	const head = cells(["Change", ...situations]);
	return [
		head,
		cells(["---", ...situations.map(() => "---")]),
		...[...rows].map(([name, row]) => cells([name, ...row])),
	];
}

function nameOf({ from, to }: Change): string {
	return [from, to].map(({ planId, isAnnual }) => `${planId} ${isAnnual ? "Y" : "M"}`).join(" to ");
}

function euros(cents: number): string {
	return (cents / 100).toFixed(2);
}
