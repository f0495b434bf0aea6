import { useEffect } from "react";
import { useLocation } from "wouter";
import { toast } from "./use-toast.ts";

/** Time for the toast to be seen before the page changes (P84). */
const REDIRECT_DELAY_MS = 100;

type TurnAway = {
	isRefused: boolean;
	/** Why, as the toast says it. */
	title: string;
	description: string;
	/** The path that they are taken to. */
	to: string;
};

/** Tells somebody who may not see a screen why, and takes them to another one. */
export function useTurnAway({ isRefused, title, description, to }: TurnAway): void {
	const [, navigate] = useLocation();

	useEffect(() => {
		if (!isRefused) return;
		toast({ title, description });
		const timer = setTimeout(() => navigate(to, { replace: true }), REDIRECT_DELAY_MS);
		return () => clearTimeout(timer);
	}, [isRefused, title, description, to, navigate]);
}
