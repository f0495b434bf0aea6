import { useId, useState } from "react";
import { ChoiceList } from "#client/components/ui/choice-list.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { FormEnd } from "#client/components/ui/form-end.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Segments } from "#client/components/ui/segments.tsx";
import { formatDate } from "#client/lib/format.ts";
import { useNow } from "#client/lib/use-now.ts";
import { API_KEY_NAME_MAX, type ApiScope, apiKeyForm, type NewApiKey } from "#shared/api/keys/api-key.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { useCheckedForm } from "../use-checked-form.ts";
import { useKeyChanges } from "./api-keys.queries.ts";
import { PERMISSIONS, USUAL_SCOPES } from "./key-words.ts";

type Place = "name" | "scopes";
type NewKeyFormProps = { onMade: (made: NewApiKey) => void; onCancel: () => void };

const EXPIRIES = [
	{ value: "never", label: "Never" },
	{ value: "30", label: "30 days" },
	{ value: "90", label: "90 days" },
	{ value: "365", label: "1 year" },
] as const;
type Expiry = (typeof EXPIRIES)[number]["value"];

/** Name, permissions and expiration of another key (P651). */
export function NewKeyForm({ onMade, onCancel }: NewKeyFormProps) {
	const [name, setName] = useState("");
	const [scopes, setScopes] = useState<readonly ApiScope[]>(USUAL_SCOPES);
	const [expiry, setExpiry] = useState<Expiry>("never");
	const { mutateAsync, isPending, error } = useKeyChanges().make;
	const checked = useCheckedForm({
		...{ schema: apiKeyForm, placeOf, error },
		save: async (form) => onMade(await mutateAsync(form)),
		failed: "The key could not be created",
	});
	const { form, mistakes, reason, changed } = checked;
	const expiresInDays = expiry === "never" ? null : Number(expiry);

	return (
		<form
			ref={form}
			noValidate
			onSubmit={(event) => void checked.submit(event, { name, scopes, expiresInDays })}
			aria-label="New key"
			className="flex max-w-xl flex-col gap-6"
		>
			<Field label="Name" hint="Where you'll use it, such as a program or a server." error={mistakes.name} isRequired>
				{(control) => (
					<Input
						{...control}
						name="name"
						value={name}
						maxLength={2 * API_KEY_NAME_MAX}
						onChange={({ target }) => {
							changed("name");
							setName(target.value);
						}}
						disabled={isPending}
						autoFocus
						autoComplete="off"
					/>
				)}
			</Field>
			<ChoiceList
				legend="Permissions"
				choices={PERMISSIONS}
				chosen={scopes}
				error={mistakes.scopes}
				isDisabled={isPending}
				onChange={(chosen) => {
					changed("scopes");
					setScopes(chosen);
				}}
			/>
			<Expiration value={expiry} onChange={setExpiry} />
			<FormEnd reason={reason} submit="Create key" isBusy={isPending} onCancel={onCancel} />
		</form>
	);
}

function placeOf(field: string): Place | undefined {
	if (field === "name") return "name";
	return field.startsWith("scopes") ? "scopes" : undefined;
}

function Expiration({ value, onChange }: { value: Expiry; onChange: (value: Expiry) => void }) {
	const id = useId();
	const now = useNow(DAY_MS);
	return (
		<div className="flex flex-col items-start gap-1.5">
			<span aria-hidden="true" className="font-semibold">
				Expires
			</span>
			<Segments
				legend="Expires"
				options={EXPIRIES}
				value={value}
				onChange={onChange}
				describedBy={id}
				className="max-sm:[&_label]:px-2"
			/>
			<p id={id} className="text-sm text-muted">
				{value === "never"
					? "Works until you revoke it."
					: `Works until ${formatDate(new Date(now.getTime() + Number(value) * DAY_MS))}.`}
			</p>
		</div>
	);
}
