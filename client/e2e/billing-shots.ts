import type { Page } from "@playwright/test";
import { openMenu } from "./shot-steps.ts";
import type { Shot } from "./shots.ts";

const TAB = "/admin?tab=subscription";

/** The screens that show the state of billing; see `BILLING_STATES`. */
export function billingShots(state: string): Shot[] {
	const shots: Shot[] = [
		{ name: "menu", path: "/privacy", prepare: openMenu },
		{ name: "pricing", path: "/pricing", prepare: isDrawn },
		{
			name: "pricing-monthly",
			path: "/pricing",
			prepare: (page) => page.getByText("Monthly", { exact: true }).click(),
		},
		{ name: "account", path: "/account", prepare: isDrawn },
		{ name: "account-invoices", path: "/account?section=invoices", prepare: isDrawn },
		{ name: "dashboard", path: "/admin" },
		{ name: "tab", path: TAB, prepare: isDrawn },
		{ name: "new-link", path: "/admin/link/new" },
		...(DIALOGS[state] ?? []),
	];
	return shots.map((shot) => ({ ...shot, name: `state-${state}-${shot.name}` }));
}

/** The dialogs about money, each in a state that opens it. */
const DIALOGS: Record<string, Shot[]> = {
	monthly: [
		asked("cancel", TAB, "Cancel subscription"),
		asked("delete", `${TAB}&section=data`, "Delete account"),
		chosen("upgrade", "Enterprise"),
		chosen("downgrade", "Starter"),
	],
	yearly: [asked("switch", TAB, "Switch to monthly"), chosen("upgrade", "Enterprise")],
	canceling: [chosen("upgrade", "Enterprise")],
	"planned-change": [asked("cancel", TAB, "Cancel subscription"), chosen("downgrade", "Basic")],
	trialing: [asked("cancel", "/account", "Cancel subscription")],
	"paused-plan": [asked("cancel", "/account", "Cancel subscription")],
	renewing: [asked("cancel", TAB, "Cancel subscription")],
	"ends-later": [asked("cancel", TAB, "Cancel subscription")],
	"past-due": [asked("cancel", "/pricing", "Cancel subscription"), chosen("other", "Starter")],
	"two-subscriptions": [asked("cancel-second", TAB, "cancel it")],
	"second-past-due": [asked("cancel-second", TAB, "cancel it")],
};

function asked(name: string, path: string, button: string): Shot {
	return {
		name: `${name}-dialog`,
		path,
		prepare: (page) => dialogOf(page, page.getByRole("button", { name: button })),
	};
}

function chosen(name: string, plan: string): Shot {
	const button = (page: Page) => page.getByRole("article", { name: plan }).getByRole("button").first();
	return { name: `${name}-dialog`, path: "/pricing", prepare: (page) => dialogOf(page, button(page)) };
}

async function dialogOf(page: Page, button: ReturnType<Page["locator"]>): Promise<void> {
	await button.click();
	await page.getByRole("dialog").waitFor();
	await isDrawn(page);
}

/** Once nothing is placed there until it is known; those without a subscription are on their way to the plans. */
function isDrawn(page: Page): Promise<unknown> {
	return page.waitForFunction(() => document.querySelector(".animate-pulse") === null);
}
