import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useEffect, useState } from "react";
import { Router } from "wouter";
import { loadToaster, useToasterCode } from "#client/components/toast/late-toaster.ts";
import { useToast } from "#client/components/toast/use-toast.ts";
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
 * that a page that is only looked at does not carry it. F8 before that counts once it is there (P406).
 */
function LateToaster() {
	const isNeeded = useToast() !== null;
	const Toaster = useToasterCode();
	const isThere = Toaster !== null;
	const [isWanted, setIsWanted] = useState(false);

	useEffect(() => {
		if (isThere) return;
		const isPublic = PUBLIC_PAGES.some(({ path }) => path === window.location.pathname);
		if (isNeeded || !isPublic) loadToaster();
		const onKeyDown = ({ key }: KeyboardEvent) => {
			if (key === "F8") setIsWanted(true);
			loadToaster();
		};
		window.addEventListener("pointerdown", loadToaster, { passive: true });
		window.addEventListener("keydown", onKeyDown, { passive: true });
		return () => {
			window.removeEventListener("pointerdown", loadToaster);
			window.removeEventListener("keydown", onKeyDown);
		};
	}, [isNeeded, isThere]);

	return Toaster && <Toaster isWanted={isWanted} />;
}
