import { Disclosure } from "#client/components/ui/disclosure.tsx";
import { Dot } from "#client/components/ui/dot.tsx";
import { shortAddress } from "#client/lib/format.ts";
import type { WebhookView } from "#shared/api/webhooks/webhook.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { WebhookDetails } from "./webhook-details.tsx";
import { stateWord } from "./webhook-words.ts";

type WebhookPanelProps = {
	webhook: WebhookView;
	localReceiver: string | null;
	isOnly: boolean;
	/** Without webhooks in the plan they can only be deleted. */
	canChange: boolean;
	onDeleted: () => void;
};

/** One webhook with its deliveries; open where there is something to do. */
export function WebhookPanel({ webhook, localReceiver, isOnly, canChange, onDeleted }: WebhookPanelProps) {
	const { id, url, state } = webhook;
	const { word, tone } = stateWord(webhook);
	return (
		<div data-webhook={id}>
			<Disclosure
				title={shortAddress(url)}
				isAsideWhole
				startsOpen={isOnly || tone === "warn" || webhook.lastDelivery === null}
				aside={
					<span className="inline-flex items-center gap-2">
						<Dot tone={tone} />
						{word}
					</span>
				}
			>
				{(isOpen) => (
					<>
						<WebhookDetails
							webhook={webhook}
							localReceiver={localReceiver}
							canChange={canChange}
							onDeleted={onDeleted}
						/>
						<DeliveryLog webhook={webhook} isShown={isOpen} canSend={canChange && state === "on"} />
					</>
				)}
			</Disclosure>
		</div>
	);
}
