import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { formatCount, formatCounted } from "#client/lib/format.ts";
import type { ApiKeyList, NewApiKey } from "#shared/api/keys/api-key.ts";
import { apiKeyLimit } from "#shared/billing/plans/plan-features.ts";
import { NoRoom } from "../no-room.tsx";
import { useFocusBack } from "../use-focus-back.ts";
import { apiKeysQuery, useLiveKeys } from "./api-keys.queries.ts";
import { KeyList } from "./key-list.tsx";
import { MadeKey } from "./made-key.tsx";
import { NewKeyForm } from "./new-key-form.tsx";

/** The account's API keys: making one, which is shown once, and revoking them (P651). */
export function KeysSection() {
	const { data, isError, isFetching, refetch } = useQuery(apiKeysQuery);
	const heading = useRef<HTMLHeadingElement>(null);
	useLiveKeys();
	if (!data) {
		if (!isError) return <Skeleton className="h-52 rounded-card" />;
		return (
			<LoadFailed look="box" isBusy={isFetching} onRetry={() => void refetch()}>
				We couldn't load your API keys.
			</LoadFailed>
		);
	}
	const { keys, limit } = data;
	return (
		<Card className="flex flex-col gap-5 p-4 sm:p-6">
			<div className="flex flex-wrap items-baseline justify-between gap-x-4">
				<h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
					Keys
				</h2>
				{limit > 0 && <p className="text-muted">{`${formatCount(keys.length)} of ${formatCounted(limit, "key")}`}</p>}
			</div>
			<Making list={data} heading={heading} />
			{keys.length > 0 && <KeyList keys={keys} areStopped={limit === 0} onRevoked={() => heading.current?.focus()} />}
		</Card>
	);
}

type MakingProps = { list: ApiKeyList; heading: RefObject<HTMLElement | null> };

/** The button, the form or the new key; or why there can be no other. */
function Making({ list: { keys, limit }, heading }: MakingProps): ReactNode {
	const [isMaking, setIsMaking] = useState(false);
	const [made, setMade] = useState<NewApiKey | null>(null);
	const shown = made && keys.some(({ id }) => id === made.id) ? made : null;
	const button = useFocusBack(isMaking || shown !== null, heading);

	if (shown) return <MadeKey made={shown} onDone={() => setMade(null)} />;
	if (isMaking) {
		return (
			<NewKeyForm
				onMade={(key) => {
					setIsMaking(false);
					setMade(key);
				}}
				onCancel={() => setIsMaking(false)}
			/>
		);
	}
	if (limit === 0) {
		return (
			<div className="flex flex-col gap-1">
				{keys.length > 0 ? <p>{STOPPED}</p> : <Purpose />}
				<UpgradeLink feature="api" />
			</div>
		);
	}
	if (keys.length >= limit) {
		const biggest = apiKeyLimit("enterprise");
		return <NoRoom noun="key" remove="revoke" count={keys.length} limit={limit} biggest={biggest} />;
	}
	return (
		<>
			{keys.length === 0 && <Purpose />}
			<Button ref={button} className="self-start" onClick={() => setIsMaking(true)}>
				New key
			</Button>
		</>
	);
}

const DOCUMENTATION = "/developers";
const STOPPED = "Your plan has no API, so these keys have stopped. They work again once you upgrade.";

/** What a key is for, where there is none. */
function Purpose() {
	return (
		<p>
			No keys yet. With a key, your programs can create links, preview cards and read statistics.{" "}
			<a href={DOCUMENTATION} className="font-semibold underline underline-offset-2">
				See examples
			</a>
		</p>
	);
}
