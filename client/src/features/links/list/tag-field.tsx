import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { formatCount } from "#client/lib/format.ts";
import { LIST_LIMITS } from "#shared/links/link-list.ts";

type TagFieldProps = {
	suggested: string[];
	isAllowed: boolean;
	limit: number;
	isBusy: boolean;
	/** @returns the error, or null if the tag was added */
	onAdd: (typed: string) => Promise<string | null>;
};

export function TagField({ suggested, isAllowed, limit, isBusy, onAdd }: TagFieldProps) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState("");
	const [problem, setProblem] = useState<string | null>(null);

	async function add(event: FormEvent): Promise<void> {
		event.preventDefault();
		if (isBusy) return;
		// Cleared at once, so that the next tag can be typed while this one is saved; restored on failure.
		setTyped("");
		const wrong = await onAdd(typed);
		setProblem(wrong);
		if (wrong !== null) setTyped((now) => now || typed);
		input.current?.focus();
	}

	if (!isAllowed) {
		return <UpgradeLink feature="tags" className="min-h-11" />;
	}
	return (
		<form onSubmit={(event) => void add(event)} className="flex flex-col gap-1.5">
			<label htmlFor={id} className="font-semibold">
				New tag
			</label>
			<div className="flex gap-2">
				<Input
					ref={input}
					id={id}
					list={`${id}-tags`}
					value={typed}
					maxLength={LIST_LIMITS.tag}
					autoComplete="off"
					aria-invalid={problem !== null}
					aria-describedby={`${id}-message`}
					onChange={({ target }) => setTyped(target.value)}
				/>
				<Button type="submit" variant="secondary" isBusy={isBusy}>
					Add
				</Button>
			</div>
			<datalist id={`${id}-tags`}>
				{suggested.map((tag) => (
					<option key={tag} value={tag} />
				))}
			</datalist>
			<p id={`${id}-message`} role="status" className={problem ? "text-sm text-danger" : "text-sm text-muted"}>
				{problem ??
					`Up to ${LIST_LIMITS.tags} tags per link and ${formatCount(limit)} in your account, ${LIST_LIMITS.tag} characters each.`}
			</p>
		</form>
	);
}
