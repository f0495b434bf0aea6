import { offsetMinutes } from "#shared/analytics/time-zone.ts";
import { WEBHOOK_OFF_AFTER } from "#shared/api/webhooks/webhook.ts";
import { formatMoney } from "#shared/platform/format.ts";
import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import { button, inert, quoted, table, textPart } from "./mail-content.ts";
import { numberText, type Writers } from "./mail-writer.ts";

type AccountKind =
	| "account_disabled"
	| "domain"
	| "api_key"
	| "webhook_off"
	| "payment_failed"
	| "subscription_ending"
	| "quota"
	| "import_finished";

/** Mails about the account, its plan and what belongs to it. */
export const ACCOUNT_MAILS: Writers<AccountKind> = {
	quota([said], { publicOrigin }) {
		if (!said) return null;
		const isFull = said.used >= said.limit;
		const count = `${numberText(said.used)} of ${numberText(said.limit)}`;
		return {
			subject: isFull ? "You've used all links this month" : `You've used ${count} links this month`,
			heading: isFull ? "You've used all links this month" : "80% of this month's links are used",
			parts: [
				textPart(`You've created ${count} links that your plan includes each month.`),
				textPart(
					isFull
						? "Your links keep working. You can create more next month, or upgrade now."
						: "When all are used, your links keep working, and you can upgrade to create more.",
				),
				button("Compare plans", publicOrigin + SCREEN_PATHS.pricing),
			],
		};
	},

	import_finished([said], { publicOrigin }) {
		if (!said) return null;
		const isDone = said.state === "done";
		const rows: [string, string][] = [
			["New links", numberText(said.made)],
			["Duplicates", numberText(said.same)],
			["Skipped", numberText(said.refused)],
			...(said.flagged > 0 ? [["Flagged", numberText(said.flagged)] as [string, string]] : []),
		];
		return {
			subject: isDone ? `Your import has finished: ${newLinks(said.made)}` : "Your import has stopped",
			heading: isDone ? "Your import has finished" : "Your import has stopped",
			parts: [
				textPart(`File: ${quoted(said.fileName)}.`),
				...(said.reason ? [textPart(`${said.reason.replace(/\.$/, "")}.`)] : []),
				table(["Result", "Links"], rows),
				button("See each row", publicOrigin + SCREEN_PATHS.import),
			],
		};
	},

	account_disabled: (_, { publicOrigin }) => ({
		subject: "Your Visualink account is disabled",
		heading: "Your account is disabled",
		parts: [
			textPart("We disabled your account. Your links no longer open, and you can't create or change any."),
			textPart(
				"You can still sign in, download your data, cancel your plan and delete your account. If this is a mistake, contact us.",
			),
			button("Open your account", publicOrigin + SCREEN_PATHS.account),
		],
	}),

	domain(told, { publicOrigin }) {
		// Of several about one domain, the last is true.
		const last = new Map(told.map(({ host, state }) => [host, state]));
		const [[host, state] = ["", ""]] = last;
		const isOne = last.size === 1;
		const isLost = state === "lost";
		const changed = isLost ? "no longer works" : "is verified";
		return {
			subject: isOne ? `${host} ${changed}` : `${last.size} of your domains changed`,
			heading: isOne ? `Your domain ${changed}` : `${last.size} of your domains changed`,
			parts: [
				table(
					["Domain", "State"],
					[...last].map(([name, each]) => [inert(name), each === "lost" ? "Lost" : "Verified"]),
				),
				...(isOne
					? [
							textPart(
								isLost
									? "Its DNS records are missing, so your links don't open there. Add the records again to get it back."
									: "You can use it for your links now.",
							),
						]
					: []),
				button("Open domains", `${publicOrigin + SCREEN_PATHS.account}?section=domains`),
			],
		};
	},

	api_key([said], { publicOrigin }) {
		if (!said) return null;
		return {
			subject: "A new API key was created",
			heading: "A new API key was created",
			parts: [
				textPart(`Key: ${quoted(said.name)}. It begins with ${said.start}.`),
				textPart(`It may: ${said.scopes.map(inert).join(", ")}.`),
				textPart("If you didn't create it, revoke it now."),
				button("Open API keys", publicOrigin + SCREEN_PATHS.api),
			],
		};
	},

	webhook_off([said], { publicOrigin }) {
		if (!said) return null;
		const why =
			said.reason === "gone"
				? "The receiver answered 410 Gone."
				: `${WEBHOOK_OFF_AFTER.failures} deliveries in a row failed over at least ${WEBHOOK_OFF_AFTER.hours} hours.`;
		return {
			subject: "We turned off your webhook",
			heading: "We turned off your webhook",
			parts: [
				textPart(`Address: ${inert(said.url)}.`),
				textPart(`${why} Events that happen while it's off are never sent.`),
				button("Open webhooks", `${publicOrigin}${SCREEN_PATHS.api}?tab=webhooks`),
			],
		};
	},

	payment_failed(_, { owed, publicOrigin }) {
		if (owed === null) return null;
		const sum = owed.amount !== null && owed.currency ? ` of ${formatMoney(owed.amount, owed.currency)}` : "";
		return {
			subject: "Your Visualink payment failed",
			heading: "Your payment failed",
			parts: [
				textPart(`The payment${sum} for your plan failed. Update your card or pay now to keep your plan.`),
				button("Pay or update card", publicOrigin + SCREEN_PATHS.account),
			],
		};
	},

	subscription_ending([said], { publicOrigin, timeZone }) {
		if (!said) return null;
		const end = new Intl.DateTimeFormat("en-US", {
			dateStyle: "long",
			timeZone: offsetMinutes(timeZone) === null ? timeZone : "UTC",
		}).format(new Date(said.endsAt));
		return {
			subject: `Your Visualink plan ends on ${end}`,
			heading: `Your plan ends on ${end}`,
			parts: [
				textPart(
					"You canceled your plan. After that day, you can't create or change links until you choose a plan again.",
				),
				button("Keep your plan", publicOrigin + SCREEN_PATHS.account),
			],
		};
	},
};

function newLinks(count: number): string {
	return `${numberText(count)} new ${count === 1 ? "link" : "links"}`;
}
