import { MENU_ROW, MenuItem } from "#client/components/ui/menu-item.tsx";
import type { PastDue } from "../subscriptions.queries.ts";
import { usePastDueActions } from "./past-due.tsx";

/** The ways out of a failed payment as rows of the avatar's menu (P261). `onCancel` asks before it cancels. */
export function PastDueMenu({ pastDue, onCancel }: { pastDue: PastDue; onCancel: () => void }) {
	return usePastDueActions(pastDue, onCancel).map(({ label, Icon, isBusy, run }) => (
		<MenuItem key={label} icon={<Icon />}>
			<button type="button" disabled={isBusy} className={MENU_ROW} onClick={run}>
				{label}
			</button>
		</MenuItem>
	));
}
