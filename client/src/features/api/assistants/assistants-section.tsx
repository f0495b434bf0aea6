import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { copyText } from "#client/components/toast/copy-text.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Segments } from "#client/components/ui/segments.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { ASSISTANTS, type Assistant, assistantSetups, KEY_PLACEHOLDER } from "#shared/api/mcp/setup.ts";
import { apiKeysQuery } from "../keys/api-keys.queries.ts";

const CHOICES = (Object.keys(ASSISTANTS) as Assistant[]).map((value) => ({ value, label: ASSISTANTS[value] }));

/** How an assistant is connected by an API key (P666). */
export function AssistantsSection() {
	const { data, isError, isFetching, refetch } = useQuery(apiKeysQuery);
	if (!data) {
		if (!isError) return <Skeleton className="h-52 rounded-card" />;
		return (
			<LoadFailed look="box" isBusy={isFetching} onRetry={() => void refetch()}>
				We couldn't check your plan.
			</LoadFailed>
		);
	}
	return (
		<Card className="flex flex-col gap-5 p-4 sm:p-6">
			<div className="flex flex-col gap-1">
				<h2 className="text-xl">Assistants</h2>
				<p>
					Your assistant can create, preview and test links for you. It can't delete anything.{" "}
					<a href="/developers#assistants" className="font-semibold underline underline-offset-2">
						All tools
					</a>
				</p>
				{data.limit === 0 && <UpgradeLink feature="api" />}
			</div>
			{data.limit > 0 && <Setup />}
		</Card>
	);
}

function Setup() {
	const [chosen, setChosen] = useState<Assistant>("claude");
	const name = ASSISTANTS[chosen];
	const { where, code } = assistantSetups(window.location.origin)[chosen];
	const copied = { copied: "Setup copied to clipboard", failed: "Failed to copy the setup" };
	return (
		<>
			<Segments
				legend="Assistant"
				options={CHOICES}
				value={chosen}
				onChange={setChosen}
				className="max-sm:[&_label]:px-2"
			/>
			<figure className="flex flex-col gap-1.5">
				<figcaption className="text-sm font-semibold">{where}</figcaption>
				<pre
					translate="no"
					className="rounded-control bg-sunken px-3.5 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap select-all"
				>
					<code>{code}</code>
				</pre>
				{code.includes(KEY_PLACEHOLDER) && (
					<p className="text-sm text-muted">Replace {KEY_PLACEHOLDER} with one of your keys.</p>
				)}
			</figure>
			<Button variant="secondary" className="self-start" onClick={() => void copyText(code, copied)}>
				<Copy aria-hidden="true" />
				Copy setup<span className="sr-only"> for {name}</span>
			</Button>
		</>
	);
}
