import { Button } from "#client/components/ui/button.tsx";
import { formatCount } from "#client/lib/format.ts";

export function ShowMore({ hiddenCount, onShowMore }: { hiddenCount: number; onShowMore: () => void }) {
	if (hiddenCount === 0) return null;
	return (
		<Button variant="secondary" className="self-center" onClick={onShowMore}>
			Show more ({formatCount(hiddenCount)} left)
		</Button>
	);
}
