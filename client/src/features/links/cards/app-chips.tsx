import * as RadixTabs from "@radix-ui/react-tabs";
import { PencilLine, TriangleAlert } from "lucide-react";
import { classNames } from "#client/lib/class-names.ts";
import type { CardPlatform } from "#shared/links/cards/platforms.ts";

type AppChipsProps = {
	platforms: readonly CardPlatform[];
	/** What each app cuts off, by id: 'cuts the title'. */
	warnings: Record<string, string | null>;
	isCustom: (platformId: string) => boolean;
	isRoomy: boolean;
};

/** The apps by name, with a warning icon if something is lost there; the text is below the card. */
export function AppChips({ platforms, warnings, isCustom, isRoomy }: AppChipsProps) {
	return (
		<RadixTabs.List
			aria-label="Apps"
			className={classNames("-m-1 flex gap-2 p-1", isRoomy ? "max-sm:overflow-x-auto sm:flex-wrap" : "overflow-x-auto")}
		>
			{platforms.map(({ id, name }) => (
				<RadixTabs.Trigger
					key={id}
					value={id}
					className="relative flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border bg-surface px-3.5 text-sm font-medium transition-colors hover:border-control data-[state=active]:border-ink data-[state=active]:bg-ink data-[state=active]:text-paper sm:min-h-9"
				>
					<span>
						{name.split(" and ")[0]}
						{isCustom(id) && <span className="sr-only"> (custom card)</span>}
					</span>
					{isCustom(id) && <PencilLine aria-hidden="true" className="size-3.5" />}
					{warnings[id] && (
						<span title={warnings[id]} className="text-warn in-data-[state=active]:text-paper">
							<TriangleAlert aria-hidden="true" className="size-3.5" />
							<span className="sr-only">{warnings[id]}</span>
						</span>
					)}
				</RadixTabs.Trigger>
			))}
		</RadixTabs.List>
	);
}
