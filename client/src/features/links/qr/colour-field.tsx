import { useId } from "react";
import { Input } from "#client/components/ui/input.tsx";
import { trimBlank } from "#shared/platform/plain-text.ts";

type ColourFieldProps = { label: string; value: string; onChange: (colour: string) => void };

export function ColourField({ label, value, onChange }: ColourFieldProps) {
	const id = useId();
	return (
		<div className="flex flex-col gap-1.5">
			<label htmlFor={id} className="font-semibold">
				{label}
			</label>
			<div className="flex gap-2">
				<input
					type="color"
					aria-label={`${label}: pick a color`}
					value={/^#[0-9a-f]{6}$/i.test(value) ? value : "#000000"}
					onChange={(event) => onChange(event.target.value)}
					className="size-11 shrink-0 cursor-pointer rounded-control border border-control bg-surface p-1"
				/>
				<Input
					id={id}
					value={value}
					maxLength={7}
					autoCapitalize="none"
					autoComplete="off"
					spellCheck={false}
					onChange={(event) => onChange(trimBlank(event.target.value))}
					className="font-mono"
				/>
			</div>
		</div>
	);
}
