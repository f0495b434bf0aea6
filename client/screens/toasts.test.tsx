import { expect, it } from "vitest";
import { answerWith } from "./network.ts";
import { expectFocus, openScreen, screen, stopClock, toasts, user, waitFor, within } from "./screen.tsx";

const TOAST = "You did not allow the sign-in with Google. Nothing was changed.";

it("a toast goes away by itself after 5000 ms", async () => {
	// The code of all toasts is there once one is.
	openScreen("/?auth_error=state");
	await waitFor(() => toasts().getByText(/took too long/));
	const passTime = stopClock();
	history.pushState(null, "", "/?auth_error=denied");
	await passTime(0);
	toasts().getByText(TOAST);
	await passTime(4999);
	toasts().getByText(TOAST);
	await passTime(1);
	expect(screen.queryAllByText(TOAST)).toEqual([]);
});

it("F8 puts the focus of a visitor on the notifications", async () => {
	openScreen("/?auth_error=denied");
	await waitFor(() => toasts().getByText(TOAST));
	await user.keyboard("[F8]");
	await expectFocus(() => toasts().getByRole("list"));
});

it("a toast about a failure of the server shows the id of the request to quote to support (P145)", async () => {
	answerWith("/api/plans", 500, { kind: "internal", message: "Something went wrong", requestId: "r-12" });
	openScreen("/pricing");
	await within(await failedPlans()).findByText("Request r-12");
});

it("a toast shows no id of a request where the answer has none", async () => {
	answerWith("/api/plans", 502);
	openScreen("/pricing");
	expect(within(await failedPlans()).queryByText(/Request/)).toBeNull();
});

function failedPlans(): Promise<HTMLElement> {
	return waitFor(() => {
		const toast = toasts().getByRole("listitem");
		within(toast).getByText("Could not load subscription plans");
		return toast;
	});
}
