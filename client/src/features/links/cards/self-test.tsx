import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { ApiError, apiRequest } from "#client/lib/api-client.ts";
import type { SelfTest } from "#shared/links/cards/self-test.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DRAWN_PLATFORMS } from "#shared/public/platforms/drawn-platforms.ts";
import { fetcherOf } from "./app-fetcher.ts";

type TestThisLinkProps = {
	linkId: number;
	startsItself?: boolean;
	children?: ReactNode;
};

/** 'Test this link': each app's problems, with fixes (P202). */
export function TestThisLink({ linkId, startsItself = false, children }: TestThisLinkProps) {
	const { mutate, data, error, isPending } = useMutation({
		mutationFn: async () => (await apiRequest("POST", API.links.selfTest(linkId))).json() as Promise<SelfTest>,
	});
	useEffect(() => {
		if (startsItself) mutate();
	}, [mutate, startsItself]);
	return (
		<div className="flex min-w-0 flex-col gap-3">
			<div className="flex flex-wrap gap-2">
				<Button variant="secondary" size="sm" isBusy={isPending} onClick={() => mutate()}>
					Test this link
				</Button>
				{children}
			</div>
			<div aria-live="polite" className="flex flex-col gap-3 text-sm empty:hidden">
				{isPending && <p className="text-muted">Checking {DRAWN_PLATFORMS.length} apps…</p>}
				{error && <p className="text-danger">{problemOf(error)}</p>}
				{data && !isPending && <Results test={data} />}
			</div>
		</div>
	);
}

function Results({ test: { results } }: { test: SelfTest }) {
	const wrong = results.filter(({ findings }) => findings.length > 0);
	const isWrong = new Set<string | undefined>(wrong.map(({ fetcher }) => fetcher));
	const right = DRAWN_PLATFORMS.filter((app) => !isWrong.has(fetcherOf(app))).length;
	return (
		<>
			<p className={wrong.length === 0 ? "font-semibold text-good" : "font-semibold"}>
				{wrong.length === 0 ? "All" : `${right} of`} {DRAWN_PLATFORMS.length} apps get the right card. This test doesn't
				count as views.
			</p>
			{wrong.length > 0 && (
				<ul className="flex flex-col gap-2">
					{wrong.flatMap(({ findings }) =>
						findings.map(({ level, text, mend }) => (
							<li key={text}>
								<span className={level === "fail" ? "font-semibold text-danger" : "font-semibold text-warn"}>
									{level === "fail" ? "Problem: " : "Warning: "}
								</span>
								{text}. <span className="text-muted">{mend}</span>
							</li>
						)),
					)}
				</ul>
			)}
		</>
	);
}

function problemOf(error: Error): string {
	return error instanceof ApiError ? error.serverMessage : "We could not reach the server. Please try again.";
}
