import { type FormEvent, useId, useRef, useState } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { LeaveDialog } from "#client/components/ui/leave-dialog.tsx";
import { Switch } from "#client/components/ui/switch.tsx";
import { useRefusal } from "#client/lib/use-refusal.ts";
import { useUnsavedChanges } from "#client/lib/use-unsaved-changes.ts";
import type { Domain } from "#shared/links/domains/domain.ts";
import { useDomainChanges } from "./domains.queries.ts";

type DomainProps = { domain: Domain };
type Place = "rootTarget" | "unknownTarget";

/** Whether new links get a verified domain, and where its addresses without a link lead. */
export function DomainSettingsForm({ domain }: DomainProps) {
	return (
		<div className="flex flex-col gap-5 border-t pt-5">
			<DefaultSwitch domain={domain} />
			<TargetsForm domain={domain} />
		</div>
	);
}

function DefaultSwitch({ domain: { id, isDefault } }: DomainProps) {
	const label = useId();
	const { mutate, isPending, variables } = useDomainChanges().change;
	const isOn = isPending ? variables.settings.isDefault === true : isDefault;
	return (
		<div className="flex items-center justify-between gap-4">
			<div>
				<p id={label} className="font-semibold">
					Default for new links
				</p>
				<p className="text-sm text-muted">Each link can still use another address.</p>
			</div>
			<Switch
				aria-labelledby={label}
				checked={isOn}
				onCheckedChange={(next) =>
					mutate(
						{ id, settings: { isDefault: next } },
						{ onError: (error) => toastFailure("The default could not be changed", error) },
					)
				}
			/>
		</div>
	);
}

function TargetsForm({ domain: { id, host, rootTarget, unknownTarget } }: DomainProps) {
	const form = useRef<HTMLFormElement>(null);
	const [typed, setTyped] = useState({ rootTarget: rootTarget ?? "", unknownTarget: unknownTarget ?? "" });
	const [mistakes, setMistakes] = useState<Partial<Record<Place, string>>>({});
	const { mutate, isPending, error } = useDomainChanges().change;
	const unsaved = useUnsavedChanges(
		typed.rootTarget !== (rootTarget ?? "") || typed.unknownTarget !== (unknownTarget ?? ""),
	);
	const reason = useRefusal<Place>({
		form,
		error,
		placeOf: (field) => FIELDS.find(({ name }) => name === field)?.name,
		showAt: (place, message) => setMistakes((known) => ({ ...known, [place]: message })),
	});

	function submit(event: FormEvent): void {
		event.preventDefault();
		mutate(
			{ id, settings: typed },
			{
				onSuccess: (saved) => {
					setTyped({ rootTarget: saved.rootTarget ?? "", unknownTarget: saved.unknownTarget ?? "" });
					toast({ title: "Addresses saved", variant: "success" });
				},
				onError: (failure) => toastFailure("The addresses could not be saved", failure),
			},
		);
	}

	return (
		<form ref={form} noValidate onSubmit={submit} aria-label={`Addresses of ${host}`} className="flex flex-col gap-4">
			{FIELDS.map(({ name, label, hint }) => (
				<Field key={name} label={label} hint={hint(host)} error={mistakes[name]}>
					{(control) => (
						<Input
							{...control}
							name={name}
							value={typed[name]}
							maxLength={2_048}
							onChange={({ target }) => {
								setMistakes({ ...mistakes, [name]: undefined });
								setTyped({ ...typed, [name]: target.value });
							}}
							disabled={isPending}
							placeholder="https://"
							inputMode="url"
							autoCapitalize="none"
							autoComplete="off"
							spellCheck={false}
						/>
					)}
				</Field>
			))}
			{reason && (
				<p role="alert" className="text-danger">
					{reason}
				</p>
			)}
			<Button type="submit" variant="secondary" isBusy={isPending} className="self-start">
				Save addresses
			</Button>
			<LeaveDialog unsaved={unsaved} />
		</form>
	);
}

const BLANK = 'Leave blank for a "not found" page.';
const FIELDS: { name: Place; label: string; hint: (host: string) => string }[] = [
	{
		name: "rootTarget",
		label: "Root address leads to",
		hint: (host) => `For ${host} itself, without a link. ${BLANK}`,
	},
	{
		name: "unknownTarget",
		label: "Unknown addresses lead to",
		hint: () => `For addresses that aren't links. ${BLANK}`,
	},
];
