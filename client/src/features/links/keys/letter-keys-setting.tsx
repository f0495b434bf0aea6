import { useId, useState } from "react";
import { Switch } from "#client/components/ui/switch.tsx";
import { areLetterKeysOn, setLetterKeys } from "#client/lib/letter-keys.ts";

/** Enables or disables single-letter shortcuts in this browser (P339). */
export function LetterKeysSetting() {
	const id = useId();
	const [isOn, setIsOn] = useState(areLetterKeysOn);
	return (
		<div className="flex items-center justify-between gap-4">
			<div>
				<p id={id} className="font-semibold">
					Letter shortcuts
				</p>
				<p className="text-sm text-muted">On the dashboard, in this browser. Press ? there to see them.</p>
			</div>
			<Switch
				aria-labelledby={id}
				checked={isOn}
				onCheckedChange={(next) => {
					setLetterKeys(next);
					setIsOn(next);
				}}
			/>
		</div>
	);
}
