import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { ApiError, apiRequest } from "#client/lib/api-client.ts";
import { API } from "#shared/api-paths.ts";
import type { SelfTest } from "#shared/cards/self-test.ts";

type TestThisLinkProps = {
	linkId: number;
	/** Begins by itself, as after a save. */
	startsItself?: boolean;
};

/** 'Test this link': what twelve fetchers would miss, each in a sentence with what mends it (P202). */
export function TestThisLink({ linkId, startsItself = false }: TestThisLinkProps) {
	const { mutate, data, error, isPending } = useMutation({
		mutationFn: async () => (await apiRequest("POST", API.links.selfTest(linkId))).json() as Promise<SelfTest>,
	});
	useEffect(() => {
		if (startsItself) mutate();
	}, [mutate, startsItself]);
	return (
		<div className="flex min-w-0 flex-col gap-3">
			<Button variant="secondary" className="self-start" isBusy={isPending} onClick={() => mutate()}>
				Test this link
			</Button>
			<div aria-live="polite" className="flex flex-col gap-3">
				{isPending && <p className="text-muted">Twelve apps' ways to this link are being tried …</p>}
				{error && <p className="text-danger">{problemOf(error)}</p>}
				{data && !isPending && <Results test={data} />}
			</div>
		</div>
	);
}

function Results({ test: { results, took } }: { test: SelfTest }) {
	const wrong = results.filter(({ findings }) => findings.length > 0);
	const right = results.length - wrong.length;
	return (
		<>
			<p className={wrong.length === 0 ? "font-semibold text-good" : "font-semibold"}>
				{right} of {results.length} get this card as it should be, tried over the public address in{" "}
				{(took / 1000).toFixed(1)} s. Nothing was counted.
			</p>
			{wrong.length > 0 && (
				<ul className="flex flex-col gap-2">
					{wrong.flatMap(({ findings }) =>
						findings.map(({ level, text, mend }) => (
							<li key={text}>
								<span className={level === "fail" ? "font-semibold text-danger" : "font-semibold text-warn"}>
									{level === "fail" ? "Fails: " : "Look: "}
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
