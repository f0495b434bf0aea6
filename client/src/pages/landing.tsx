import { useEffect } from "react";
import { useAuthErrorToast } from "#client/features/account/auth/use-auth-error-toast.ts";
import { Demo } from "#client/features/public/landing/demo.tsx";
import { Faqs } from "#client/features/public/landing/faqs.tsx";
import { Features } from "#client/features/public/landing/features.tsx";
import { Hero } from "#client/features/public/landing/hero.tsx";
import { Section } from "#client/features/public/landing/section.tsx";
import { EveryApp } from "#client/frames/every-app.tsx";
import { PlanChooser } from "#client/frames/plan-chooser.tsx";
import { discountNote } from "#client/lib/public-origin.ts";

/** `/`: the product, previews, prices and FAQs. */
export function LandingPage() {
	useAuthErrorToast();
	useSectionFromAddress();
	return (
		<>
			<Hero />
			<Demo />
			<Features />
			<EveryApp />
			<Section id="pricing" heading="Pricing" text={`Choose a plan, change it whenever you like. ${discountNote()}`}>
				<PlanChooser resumesCheckout="no" />
			</Section>
			<Faqs />
		</>
	);
}

/** The browser doesn't scroll to `/#faqs` on client-side navigation. */
function useSectionFromAddress(): void {
	useEffect(() => {
		const { hash } = window.location;
		if (hash) document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: "instant" });
	}, []);
}
