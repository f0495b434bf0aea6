import { useEffect } from "react";
import { useLocation } from "wouter";
import { headingHere } from "#client/lib/heading.ts";
import { provideToaster } from "./late-toaster.ts";
import { Toaster } from "./toaster.tsx";
import { toast } from "./use-toast.ts";

// Bundled with the guard: on a slow network the toast would load after the redirect (P406).
provideToaster(Toaster);

/** Shows the toast before the page changes (P84). */
const REDIRECT_DELAY_MS = 100;

type TurnAway = {
	isRefused: boolean;
	title: string;
	description: string;
	to: string;
	/** Whether the reason may pass: then the target page remembers this one. */
	comesBack: boolean;
};

/** Explains in a toast why a screen is refused, and redirects. */
export function useTurnAway({ isRefused, title, description, to, comesBack }: TurnAway): void {
	const [, navigate] = useLocation();

	useEffect(() => {
		if (!isRefused) return;
		toast({ title, description });
		const state = comesBack ? headingHere() : null;
		const timer = setTimeout(() => navigate(to, { replace: true, state }), REDIRECT_DELAY_MS);
		return () => clearTimeout(timer);
	}, [isRefused, title, description, to, comesBack, navigate]);
}
