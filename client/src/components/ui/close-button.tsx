import { X } from "lucide-react";
import { Button } from "./button.tsx";

/** Closes a panel from its top right corner. */
export function CloseButton({ label, onClose }: { label: string; onClose: () => void }) {
	return (
		<Button variant="ghost" size="icon" aria-label={label} onClick={onClose} className="-mt-2 -mr-2 shrink-0">
			<X aria-hidden="true" />
		</Button>
	);
}
