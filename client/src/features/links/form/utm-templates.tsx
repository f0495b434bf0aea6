import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { saidBy } from "#client/lib/api-client.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { UTM_FIELDS, UTM_LIMITS, type UtmTemplate, type UtmValues } from "#shared/links/utm.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";
import { useUtmTemplates, utmTemplatesQuery } from "./utm.queries.ts";

type UtmTemplatesProps = {
	values: UtmValues;
	canApply: boolean;
	onApply: (values: UtmValues) => void;
};

export function UtmTemplates({ values, canApply, onApply }: UtmTemplatesProps) {
	const { data: templates = [], isError, refetch } = useQuery(utmTemplatesQuery);
	useAskAgain([utmTemplatesQuery.queryKey]);
	const { keep, remove } = useUtmTemplates();
	const [name, setName] = useState("");
	const field = useRef<HTMLInputElement>(null);
	const isEmpty = UTM_FIELDS.every((utm) => values[utm] === "");
	const [error, setError] = useState<unknown>(null);
	const removed = useRef(new Set<number>());

	function save(): void {
		if (trimBlank(name) === "" || isEmpty || keep.isPending) return;
		setError(null);
		const onSuccess = () => setName((now) => (now === name ? "" : now));
		keep.mutate({ ...values, name }, { onSuccess, onError: setError });
	}

	async function takeAway({ id }: UtmTemplate): Promise<void> {
		field.current?.focus();
		if (removed.current.has(id)) return;
		removed.current.add(id);
		setError(null);
		try {
			await remove.mutateAsync(id);
		} catch (failure) {
			removed.current.delete(id);
			setError(failure);
		}
	}

	function readAgain(): void {
		// The button disappears while the request is pending.
		field.current?.focus();
		void refetch();
	}

	return (
		<div className="flex flex-col gap-3 border-t pt-4">
			{templates.length > 0 && (
				<ul aria-label="Templates" className="flex flex-wrap gap-2">
					{templates.map((template) => (
						<li key={template.id} className="flex max-w-full">
							<Button
								variant="secondary"
								disabled={!canApply}
								onClick={() => onApply(valuesOf(template))}
								className="min-w-0 rounded-r-none! border-r-0!"
							>
								<span className="truncate">{template.name}</span>
							</Button>
							<Button
								variant="secondary"
								size="icon"
								aria-label={`Remove template ${template.name}`}
								onClick={() => void takeAway(template)}
								className="shrink-0 rounded-l-none!"
							>
								<X aria-hidden="true" />
							</Button>
						</li>
					))}
				</ul>
			)}
			{isError && <LoadFailed onRetry={readAgain}>We couldn't load your templates.</LoadFailed>}
			<div className="flex items-end gap-2">
				<div className="min-w-0 flex-1">
					<Field label="Save as template">
						{(control) => (
							<Input
								{...control}
								ref={field}
								value={name}
								maxLength={UTM_LIMITS.name}
								placeholder="Newsletter"
								autoComplete="off"
								onChange={(event) => setName(event.target.value)}
								onKeyDown={(event) => {
									if (event.key !== "Enter") return;
									// It is inside the link's form, which must not be submitted.
									event.preventDefault();
									save();
								}}
							/>
						)}
					</Field>
				</div>
				<Button variant="secondary" isBusy={keep.isPending} disabled={isEmpty || trimBlank(name) === ""} onClick={save}>
					Save
				</Button>
			</div>
			<p role="alert" className="text-sm text-danger empty:hidden">
				{error !== null && (saidBy(error) ?? "Please try again in a moment.")}
			</p>
		</div>
	);
}

function valuesOf({ source, medium, campaign, term, content }: UtmTemplate): UtmValues {
	return { source, medium, campaign, term, content };
}
