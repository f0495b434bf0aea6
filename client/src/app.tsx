import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, StrictMode, useEffect, useState } from "react";
import { Router } from "wouter";
import { useToast } from "#client/components/toast/use-toast.ts";
import { logFailure } from "#client/lib/log.ts";
import { Routes } from "./routes.tsx";
import { PUBLIC_PAGES } from "./screens.ts";

type AppProps = {
	queryClient: QueryClient;
	/** The address to render when there is no browser. */
	ssrPath?: string;
};

/** The whole client with its providers. */
export function App({ queryClient, ssrPath }: AppProps) {
	return (
		<StrictMode>
			<QueryClientProvider client={queryClient}>
				<Router ssrPath={ssrPath}>
					<Routes />
				</Router>
				<LateToaster />
			</QueryClientProvider>
		</StrictMode>
	);
}

/**
 * The notification region. On a public page its code comes with the first toast or the first thing a visitor does, so
 * that a page that is only looked at does not carry it.
 */
function LateToaster() {
	const isWanted = useToast() !== null;
	const [Toaster, setToaster] = useState<ComponentType | null>(null);

	useEffect(() => {
		const load = () =>
			void import("#client/components/toast/toaster.tsx").then(
				(module) => setToaster(() => module.Toaster),
				(error: unknown) => logFailure("The notifications could not be loaded.", error),
			);
		const isPublic = PUBLIC_PAGES.some(({ path }) => path === window.location.pathname);
		if (isWanted || !isPublic) return load();
		const events = ["pointerdown", "keydown"] as const;
		for (const event of events) window.addEventListener(event, load, { once: true, passive: true });
		return () => {
			for (const event of events) window.removeEventListener(event, load);
		};
	}, [isWanted]);

	return Toaster && <Toaster />;
}
