import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Card } from "#client/components/ui/card.tsx";
import type { Standing } from "#shared/billing/subscriptions/subscription.ts";
import { apiKeysQuery, useLiveKeys } from "./api-keys.queries.ts";
import { KeyList } from "./key-list.tsx";

/** The keys of a user without a valid subscription: stopped, and only to revoke (P651). */
export function KeptKeys({ standing }: { standing: Standing }) {
	const { data } = useQuery(apiKeysQuery);
	const card = useRef<HTMLDivElement>(null);
	useLiveKeys();
	if (!data || data.keys.length === 0) return null;
	return (
		<Card className="flex flex-col gap-5 p-6">
			<div className="flex flex-col gap-1.5">
				<h2 ref={card} tabIndex={-1} className="text-xl outline-none">
					API keys
				</h2>
				<p className="text-muted">These keys have stopped. {WORK_AGAIN[standing]}</p>
			</div>
			<KeyList keys={data.keys} areStopped onRevoked={() => card.current?.focus()} />
		</Card>
	);
}

const WORK_AGAIN: Record<Standing, string> = {
	none: "They work again with a Pro or Enterprise plan.",
	owing: "They work again once you pay the open invoice.",
	trialing: "They work again after your trial.",
	paused: "They work again once you resume your subscription.",
	ending: "They work again once you reactivate your subscription.",
	active: "",
};
