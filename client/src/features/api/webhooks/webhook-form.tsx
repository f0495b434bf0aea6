import { useState } from "react";
import { ChoiceList } from "#client/components/ui/choice-list.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { FormEnd } from "#client/components/ui/form-end.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { type WebhookForm as Form, type WebhookEvent, webhookForm } from "#shared/api/webhooks/webhook.ts";
import { useCheckedForm } from "../use-checked-form.ts";
import { EVENT_CHOICES, USUAL_EVENTS } from "./webhook-words.ts";

type Place = "url" | "events";

type WebhookFormProps = {
	/** What is there when it is opened; of a new one, nothing. */
	current?: Form;
	/** In the sandbox, an address that leads to the reader's own machine. */
	localReceiver: string | null;
	label: string;
	submit: string;
	/** For the toast. */
	failed: string;
	/** @throws what the server answered */
	save: (form: Form) => Promise<void>;
	error: unknown;
	isBusy: boolean;
	onCancel: () => void;
};

/** Address and events of a webhook (P669). */
export function WebhookForm({
	current,
	localReceiver,
	label,
	submit,
	failed,
	save,
	error,
	isBusy,
	onCancel,
}: WebhookFormProps) {
	const [url, setUrl] = useState(current?.url ?? "");
	const [events, setEvents] = useState<readonly WebhookEvent[]>(current?.events ?? USUAL_EVENTS);
	const checked = useCheckedForm({ schema: webhookForm, placeOf, save, error, failed });
	const { form, mistakes, reason, changed } = checked;

	return (
		<form
			ref={form}
			noValidate
			onSubmit={(event) => void checked.submit(event, { url: url.trim() || undefined, events })}
			aria-label={label}
			className="flex max-w-xl flex-col gap-6"
		>
			<Field
				label="Address"
				hint={localReceiver === null ? PURPOSE : `${PURPOSE} ${localHint(localReceiver)}`}
				error={mistakes.url}
				isRequired
			>
				{(control) => (
					<Input
						{...control}
						name="url"
						value={url}
						onChange={({ target }) => {
							changed("url");
							setUrl(target.value);
						}}
						disabled={isBusy}
						autoFocus
						placeholder="https://example.com/webhooks"
						inputMode="url"
						autoCapitalize="none"
						autoComplete="off"
						spellCheck={false}
					/>
				)}
			</Field>
			<ChoiceList
				legend="Events"
				choices={EVENT_CHOICES}
				chosen={events}
				error={mistakes.events}
				isDisabled={isBusy}
				onChange={(chosen) => {
					changed("events");
					setEvents(chosen);
				}}
			/>
			<FormEnd reason={reason} submit={submit} isBusy={isBusy} onCancel={onCancel} />
		</form>
	);
}

const PURPOSE = "The page of your server that receives events.";
const localHint = (address: string) => `In the sandbox, ${address} leads to port 8000 of this machine.`;

function placeOf(field: string): Place | undefined {
	if (field === "url") return "url";
	return field.startsWith("events") ? "events" : undefined;
}
