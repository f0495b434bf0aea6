import { MENU_ROW, MenuItem } from "#client/components/ui/menu-item.tsx";
import type { PastDue } from "../subscriptions.queries.ts";
import { usePastDueActions } from "./past-due.tsx";

/** Ways out of a failed payment in the avatar menu (P261). `onCancel` asks for confirmation. */
export function PastDueMenu({ pastDue, onCancel }: { pastDue: PastDue; onCancel: () => void }) {
	return usePastDueActions(pastDue, onCancel).map(({ label, Icon, isBusy, run }) => (
		<MenuItem key={label} icon={<Icon />}>
			<button type="button" disabled={isBusy} className={MENU_ROW} onClick={run}>
				{label}
			</button>
		</MenuItem>
	));
}
