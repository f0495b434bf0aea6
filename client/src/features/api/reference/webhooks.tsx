import { paths } from "#client/lib/paths.ts";
import { RECEIVERS } from "#shared/api/webhooks/receiver-code.ts";
import {
	WEBHOOK_LOG_DAYS,
	WEBHOOK_OFF_AFTER,
	WEBHOOK_ROLL_HOURS,
	WEBHOOK_TRIES,
	WEBHOOK_WAITS,
	type WebhookEvent,
} from "#shared/api/webhooks/webhook.ts";
import { EVENT_DATA, EVENT_NOTES } from "#shared/api/webhooks/webhook-notes.ts";
import { Chapter } from "./chapter.tsx";
import { CodeBlock } from "./code.tsx";
import { exampleOf } from "./document.ts";
import { Prose } from "./prose.tsx";

const LINK = "font-semibold text-accent underline underline-offset-2";

/** How to receive events (P670). */
export function Webhooks() {
	return (
		<div className="flex flex-col gap-10">
			<Chapter code={<CodeBlock title="A body" label="Body of a webhook's request" code={body()} />}>
				<p className="max-w-prose">
					A webhook sends events to your server as they happen.{" "}
					<a href={`${paths.api}?tab=webhooks`} className={LINK}>
						Create one on your dashboard
					</a>{" "}
					or{" "}
					<a href="#createWebhook" className={LINK}>
						with the API
					</a>
					, and keep its secret.
				</p>
				<Prose text="Each event is a `POST` with a JSON body: `type`, `timestamp` (when it happened) and `data`. Ignore types and fields that you don't know." />
				<Events />
			</Chapter>
			<Chapter
				code={
					<CodeBlock
						title="Headers of each request"
						label="Headers of a webhook's request"
						code={
							"webhook-id: evt_6f0a7f3e54c54f0e8a493c1f2b7f0b11\nwebhook-timestamp: 1798765432\nwebhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
						}
					/>
				}
			>
				<h3 className="text-xl">Verify the signature</h3>
				<p className="max-w-prose">
					Requests are signed by{" "}
					<a href="https://www.standardwebhooks.com" className={LINK}>
						Standard Webhooks
					</a>
					, which has libraries for most languages. To verify one by hand:
				</p>
				<ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5 marker:text-accent">
					<li>
						<Prose text="Decode the secret's part after `whsec_` from base64. This is the key." />
					</li>
					<li>
						<Prose text="Join `webhook-id`, `webhook-timestamp` and the body as it arrived by dots, and compute their HMAC-SHA256." />
					</li>
					<li>
						<Prose text="Compare `v1,` and its base64 in constant time with each signature in `webhook-signature`. They are separated by spaces, and one must match." />
					</li>
					<li>
						<Prose text="Refuse a timestamp that is more than 5 minutes away from your clock." />
					</li>
				</ol>
				<Prose
					text={`After you roll the secret, requests have two signatures for ${WEBHOOK_ROLL_HOURS} hours: by the new secret and the previous one.`}
				/>
			</Chapter>
			<Chapter
				code={
					<>
						<CodeBlock title="A receiver in Node" label="A receiver in Node" code={RECEIVERS.node} />
						<CodeBlock
							title="A receiver in Python, without packages"
							label="A receiver in Python"
							code={RECEIVERS.python}
						/>
					</>
				}
			>
				<h3 className="text-xl">Answer and retries</h3>
				<Prose text="Answer with any 2xx status within 15 seconds. Anything else is a failure, including redirects." />
				<Prose
					text={`We try a delivery up to ${WEBHOOK_TRIES} times, over about ${hoursInAll()} hours. The waits between are ${waits()}, each up to half shorter or longer.`}
				/>
				<Prose text="`Retry-After` (up to an hour) delays the next try. `429` doesn't count as a try. `410` turns the webhook off at once." />
				<Prose
					text={`After ${WEBHOOK_OFF_AFTER.failures} failures in a row over at least ${WEBHOOK_OFF_AFTER.hours} hours, we turn the webhook off. Events that happen while it's off are never sent.`}
				/>
				<h3 className="text-xl">Order and repeats</h3>
				<Prose text="Events can arrive twice and in any order. Store each `webhook-id` and ignore one that you have. To know which is newer, compare the `timestamp` of the body, or read the link." />
				<h3 className="text-xl">Log and tests</h3>
				<Prose
					text={`The dashboard shows each delivery with its request and answer for ${WEBHOOK_LOG_DAYS} days. There you can send it again, or send a \`webhook.test\`.`}
				/>
				<Prose text="The address must be public, over HTTPS or HTTP, on port 443 or 80. To try your own machine, use a tunnel." />
			</Chapter>
		</div>
	);
}

function Events() {
	return (
		<table className="w-full max-w-prose border-y text-left text-sm">
			<caption className="sr-only">Events</caption>
			<thead className="max-sm:sr-only">
				<tr className="border-b">
					<th scope="col" className="py-2 pr-4 font-semibold">
						Type
					</th>
					<th scope="col" className="py-2 font-semibold">
						When, and its data
					</th>
				</tr>
			</thead>
			<tbody className="divide-y">
				{(Object.keys(EVENT_NOTES) as WebhookEvent[]).map((type) => (
					<tr key={type} className="align-baseline max-sm:flex max-sm:flex-col max-sm:py-1">
						<th scope="row" className="py-2 pr-4 font-normal max-sm:pb-0">
							<code className="font-semibold whitespace-nowrap">{type}</code>
						</th>
						<td className="py-2 max-sm:pt-0">
							{EVENT_NOTES[type]}
							<Prose className="text-muted" text={EVENT_DATA[type]} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function body(): string {
	const data: unknown = JSON.parse(exampleOf("/links/{id}"));
	return JSON.stringify({ type: "link.created", timestamp: "2027-03-05T12:00:00.000Z", data }, null, 2);
}

const UNITS = { hour: 3_600, minute: 60, second: 1 };

/** '5 seconds, 1 minute, ... and 15 hours'. */
function waits(): string {
	return new Intl.ListFormat("en-US").format(WEBHOOK_WAITS.map(durationWords));
}

function durationWords(seconds: number): string {
	const [unit, size] = Object.entries(UNITS).find(([, size]) => seconds >= size) ?? ["second", 1];
	return new Intl.NumberFormat("en-US", { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

function hoursInAll(): number {
	return Math.round(WEBHOOK_WAITS.reduce((sum, wait) => sum + wait) / UNITS.hour);
}
