import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { Button, ButtonLink, buttonClass } from "#client/components/ui/button.tsx";
import { signInUrl, useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { askedAddress } from "#client/features/links/prefill/asked-page.ts";
import { siteOf } from "#client/features/links/prefill/page-address.ts";
import { paths } from "#client/lib/paths.ts";
import { confirmWaitingPage, forgetWaitingPage } from "#client/lib/waiting-page.ts";
import type { Standing } from "#shared/billing/subscriptions/subscription.ts";
import { Line } from "./notice.tsx";

/** Screens whose own button leads on to the form. */
const LEAD_ON: string[] = [paths.newLink, paths.onboarding, paths.paymentSuccess];

/** What is missing before a link to the waiting page can be created, and the next step (P164). */
export function WaitingNotice({ search }: { search: string }) {
	const [location] = useLocation();
	const { user, ...person } = useCurrentUser();
	const { isActive, standing, ...plan } = useActiveSubscription();
	const address = askedAddress(search);
	const isKnown = !person.isLoading && !person.isError && !plan.isLoading && !plan.isError;
	if (!address || !isKnown || LEAD_ON.includes(location)) return null;
	const page = <bdi className="font-medium text-ink wrap-anywhere">{siteOf(address)}</bdi>;
	if (!user) {
		return (
			<Waiting text={<>Sign in to create a link to {page}.</>}>
				<a href={signInUrl(paths.newLink)} onClick={confirmWaitingPage} className={buttonClass({ size: "sm" })}>
					Sign in and continue
				</a>
			</Waiting>
		);
	}
	if (!isActive && !user.needsConsent) {
		const before = standing === "none" ? PLANS : ACCOUNT;
		return (
			<Waiting
				text={
					<>
						{BEFORE_LINK[standing] ?? "Choose a plan"} to create a link to {page}.
					</>
				}
			>
				{location !== before.href && (
					<ButtonLink href={before.href} size="sm">
						{before.label}
					</ButtonLink>
				)}
			</Waiting>
		);
	}
	return (
		<Waiting text={<>A link to {page} is waiting.</>}>
			<ButtonLink href={paths.newLink} size="sm" onClick={confirmWaitingPage}>
				Go on
			</ButtonLink>
		</Waiting>
	);
}

const PLANS = { href: paths.pricing, label: "View plans" };
const ACCOUNT = { href: paths.account, label: "See your account" };

/** The next step of a user without a valid subscription. */
const BEFORE_LINK: Partial<Record<Standing, string>> = {
	owing: "Pay the open invoice",
	trialing: "Your trial has to end first",
	paused: "Resume your subscription",
	ending: "Reactivate your subscription",
};

type WaitingProps = { text: ReactNode; children?: ReactNode };

function Waiting({ text, children }: WaitingProps) {
	return (
		<Line text={<span className="text-muted">{text}</span>}>
			<span className="flex flex-wrap gap-2">
				{children}
				<Button variant="secondary" size="sm" onClick={forget}>
					Not now
				</Button>
			</span>
		</Line>
	);
}

/** The notice disappears, and focus inside it would be lost. */
function forget(): void {
	forgetWaitingPage();
	document.getElementById("main")?.focus({ preventScroll: true });
}
