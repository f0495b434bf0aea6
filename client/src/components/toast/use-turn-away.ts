import { useEffect } from "react";
import { useLocation } from "wouter";
import { headingHere } from "#client/lib/heading.ts";
import { provideToaster } from "./late-toaster.ts";
import { Toaster } from "./toaster.tsx";
import { toast } from "./use-toast.ts";

// The toast's code comes with the guard's: on a slow network it would come after the redirect (P406).
provideToaster(Toaster);

/** Time for the toast to be seen before the page changes (P84). */
const REDIRECT_DELAY_MS = 100;

type TurnAway = {
	isRefused: boolean;
	/** Why, as the toast says it. */
	title: string;
	description: string;
	/** The path that they are taken to. */
	to: string;
	/** Whether the reason may be gone in a moment: then the page they land on knows where they were heading. */
	comesBack: boolean;
};

/** Tells someone who may not see a screen why, and takes them to another one. */
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
