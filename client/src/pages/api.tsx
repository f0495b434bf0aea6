import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ComponentType, useState } from "react";
import { useLocation } from "wouter";
import { Page } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { useSignInAgain } from "#client/features/account/auth/use-sign-in-again.ts";
import { AssistantsSection } from "#client/features/api/assistants/assistants-section.tsx";
import { apiKeysQuery } from "#client/features/api/keys/api-keys.queries.ts";
import { KeysSection } from "#client/features/api/keys/keys-section.tsx";
import { webhooksQuery } from "#client/features/api/webhooks/webhooks.queries.ts";
import { late } from "#client/lib/late.tsx";
import { paths } from "#client/lib/paths.ts";
import { useQueryString } from "#client/lib/use-query-string.ts";

/** Fewer have webhooks than keys. */
const WebhooksSection = late(
	async () => (await import("#client/features/api/webhooks/webhooks-section.tsx")).WebhooksSection,
	() => <Skeleton className="h-52 rounded-card" />,
);

type Part = { id: string; name: string; Section: ComponentType };

/** In their order; the first is shown without `?tab=`. */
const FIRST: Part = { id: "keys", name: "Keys", Section: KeysSection };
const PARTS: Part[] = [
	FIRST,
	{ id: "webhooks", name: "Webhooks", Section: WebhooksSection },
	{ id: "assistants", name: "Assistants", Section: AssistantsSection },
];

/** `/admin/api`: what the account's programs need (P651, P669). */
export function ApiPage() {
	const part = usePartOfAddress();
	const keys = useQuery(apiKeysQuery);
	const webhooks = useQuery({ ...webhooksQuery, enabled: part.shown.id === "webhooks" });
	useSignInAgain([keys.error, webhooks.error]);
	return (
		<Page title={part.shown === FIRST ? "API" : `${part.shown.name} · API`} isDense>
			<div className="flex items-center gap-1">
				<ButtonLink href={paths.dashboard} variant="ghost" size="icon" className="-ml-3 shrink-0">
					<ArrowLeft aria-hidden="true" />
					<span className="sr-only">Back to dashboard</span>
				</ButtonLink>
				<div>
					<h1 className="text-2xl">API</h1>
					<p className="text-sm text-muted">
						Create and manage links from your own programs.{" "}
						<a href={paths.developers} className="font-semibold text-ink underline underline-offset-2">
							Documentation
						</a>
					</p>
				</div>
			</div>
			<Tabs value={part.shown.id} onValueChange={part.show} className="mt-5 flex max-w-3xl flex-col gap-5">
				<TabList aria-label="API" className="self-start">
					{PARTS.map(({ id, name }) => (
						<Tab key={id} value={id}>
							{name}
						</Tab>
					))}
				</TabList>
				{PARTS.map(({ id, Section }) => (
					<TabPanel key={id} value={id} keepsContent={part.wasShown(id)} className="flex flex-col gap-6">
						<Section />
					</TabPanel>
				))}
			</Tabs>
		</Page>
	);
}

/** In the URL, so that a reload shows the same. A part that was shown stays mounted: it may show a secret once, or a half-filled form. */
function usePartOfAddress() {
	const [path, navigate] = useLocation();
	const search = new URLSearchParams(useQueryString());
	const shown = PARTS.find(({ id }) => id === search.get("tab")) ?? FIRST;
	const [were, setWere] = useState<readonly string[]>([]);

	function show(tab: string): void {
		setWere([...were, shown.id]);
		const rest = new URLSearchParams(search);
		if (tab === FIRST.id) rest.delete("tab");
		else rest.set("tab", tab);
		navigate(rest.size > 0 ? `${path}?${rest}` : path, { replace: true, state: window.history.state as unknown });
	}

	return { shown, show, wasShown: (id: string) => were.includes(id) };
}
