import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, StrictMode, Suspense, useEffect, useState } from "react";
import { Router } from "wouter";
import { Routes } from "./routes.tsx";

const Toaster = lazy(async () => ({ default: (await import("#client/components/toast/toaster.tsx")).Toaster }));

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

/** The notification region comes after the page, which must not wait for its code. */
function LateToaster() {
	const [isMounted, setIsMounted] = useState(false);
	useEffect(() => setIsMounted(true), []);
	return <Suspense fallback={null}>{isMounted && <Toaster />}</Suspense>;
}
