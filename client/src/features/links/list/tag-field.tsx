import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { formatCount } from "#client/lib/format.ts";
import { LIST_LIMITS } from "#shared/links/link-list.ts";

type TagFieldProps = {
	/** Tags to pick from. */
	suggested: string[];
	/** Whether the plan lets one give tags. */
	isAllowed: boolean;
	/** Different tags that the account may have. */
	limit: number;
	isBusy: boolean;
	/** @returns what is wrong with it, or null when the tag was given */
	onAdd: (typed: string) => Promise<string | null>;
};

/** Where one types a tag; Enter gives it. */
export function TagField({ suggested, isAllowed, limit, isBusy, onAdd }: TagFieldProps) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState("");
	const [problem, setProblem] = useState<string | null>(null);

	async function add(event: FormEvent): Promise<void> {
		event.preventDefault();
		if (isBusy) return;
		// At once, since the next tag may be typed while this one is on its way; it comes back where it was not given.
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
