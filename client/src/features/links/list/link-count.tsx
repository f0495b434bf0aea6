import { formatCount, formatCounted } from "#client/lib/format.ts";

type LinkCountProps = {
	found: number;
	total: number;
	archived: number;
	isNarrowed: boolean;
	onShowArchived: () => void;
};

/** The number of shown links, of how many; without a search, only the number of archived ones. */
export function LinkCount({ found, total, archived, isNarrowed, onShowArchived }: LinkCountProps) {
	const text = isNarrowed ? `${formatCount(found)} of ${formatCounted(total, "link")}` : formatCounted(found, "link");
	return (
		<>
			<p role="status" className={isNarrowed ? "min-w-0 truncate text-sm text-muted" : "sr-only"}>
				{text}
			</p>
			{!isNarrowed && archived > 0 && (
				<button
					type="button"
					onClick={onShowArchived}
					className="min-h-11 rounded-[6px] px-1 text-sm whitespace-nowrap text-muted underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current md:min-h-9"
				>
					{formatCount(archived)} archived
				</button>
			)}
		</>
	);
}
