import { type FormEvent, useRef, useState } from "react";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { ChoiceList } from "#client/components/ui/choice-list.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { FormEnd } from "#client/components/ui/form-end.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { firstMistake } from "#client/lib/use-focus-first-mistake.ts";
import { useRefusal } from "#client/lib/use-refusal.ts";
import { type WebhookForm as Form, type WebhookEvent, webhookForm } from "#shared/api/webhooks/webhook.ts";
import { EVENT_CHOICES, USUAL_EVENTS } from "./webhook-words.ts";

type Place = "url" | "events";
type Mistakes = Partial<Record<Place, string | undefined>>;

type WebhookFormProps = {
	/** What is there when it is opened; of a new one, nothing. */
	current?: Form;
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
export function WebhookForm({ current, label, submit, failed, save, error, isBusy, onCancel }: WebhookFormProps) {
	const form = useRef<HTMLFormElement>(null);
	const isSending = useRef(false);
	const [url, setUrl] = useState(current?.url ?? "");
	const [events, setEvents] = useState<readonly WebhookEvent[]>(current?.events ?? USUAL_EVENTS);
	const [mistakes, setMistakes] = useState<Mistakes>({});
	const reason = useRefusal<Place>({
		form,
		error,
		placeOf,
		showAt: (place, message) => setMistakes((known) => ({ ...known, [place]: message })),
	});

	async function send(event: FormEvent): Promise<void> {
		event.preventDefault();
		if (isSending.current) return;
		const read = webhookForm.safeParse({ url: url.trim() || undefined, events });
		if (!read.success) {
			setMistakes(Object.fromEntries(read.error.issues.map(({ path, message }) => [path[0], message])));
			// Once it is drawn.
			requestAnimationFrame(() => firstMistake(form.current)?.focus());
			return;
		}
		isSending.current = true;
		try {
			await save(read.data);
		} catch (failure) {
			toastFailure(failed, failure);
		} finally {
			isSending.current = false;
		}
	}

	return (
		<form
			ref={form}
			noValidate
			onSubmit={(event) => void send(event)}
			aria-label={label}
			className="flex max-w-xl flex-col gap-6"
		>
			<Field label="Address" hint="The page of your server that receives events." error={mistakes.url} isRequired>
				{(control) => (
					<Input
						{...control}
						name="url"
						value={url}
						onChange={({ target }) => {
							setMistakes({ ...mistakes, url: undefined });
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
					setMistakes({ ...mistakes, events: undefined });
					setEvents(chosen);
				}}
			/>
			<FormEnd reason={reason} submit={submit} isBusy={isBusy} onCancel={onCancel} />
		</form>
	);
}

function placeOf(field: string): Place | undefined {
	if (field === "url") return "url";
	return field.startsWith("events") ? "events" : undefined;
}
