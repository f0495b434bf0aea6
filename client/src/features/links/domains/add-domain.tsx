import { type FormEvent, useRef, useState } from "react";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { useRefusal } from "#client/lib/use-refusal.ts";
import { readDomainHost } from "#shared/links/domains/domain-host.ts";
import { useDomainChanges } from "./domains.queries.ts";

type AddDomainProps = {
	/** How many the plan includes, in words. */
	room: string;
	onAdded: (id: number) => void;
};

export function AddDomain({ room, onAdded }: AddDomainProps) {
	const form = useRef<HTMLFormElement>(null);
	const [typed, setTyped] = useState("");
	const [mistake, setMistake] = useState<string | null>(null);
	const { mutateAsync, isPending, error } = useDomainChanges().add;
	const reason = useRefusal({
		form,
		error,
		placeOf: (field) => (field === "host" ? "host" : undefined),
		showAt: (_, message) => setMistake(message),
	});

	async function submit(event: FormEvent): Promise<void> {
		event.preventDefault();
		const { host, problem } = readDomainHost(typed);
		if (host === null) {
			setMistake(problem);
			form.current?.querySelector("input")?.focus();
			return;
		}
		try {
			const { id } = await mutateAsync(host);
			setTyped("");
			onAdded(id);
		} catch (failure) {
			toastFailure("The domain could not be added", failure);
		}
	}

	return (
		<form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex max-w-xl flex-col gap-3">
			<div className="flex flex-col gap-3 sm:flex-row sm:items-start">
				<div className="min-w-0 flex-1">
					<Field label="Domain" hint={room} error={mistake} isRequired>
						{(control) => (
							<Input
								{...control}
								name="host"
								value={typed}
								onChange={({ target }) => {
									setMistake(null);
									setTyped(target.value);
								}}
								disabled={isPending}
								placeholder="go.example.com"
								inputMode="url"
								autoCapitalize="none"
								autoComplete="off"
								spellCheck={false}
							/>
						)}
					</Field>
				</div>
				<Button type="submit" isBusy={isPending} className="sm:mt-[1.875rem]">
					Add domain
				</Button>
			</div>
			{reason && (
				<p role="alert" className="text-danger">
					{reason}
				</p>
			)}
		</form>
	);
}
