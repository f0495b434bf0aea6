import * as Menu from "@radix-ui/react-dropdown-menu";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import {
	Bookmark,
	Ellipsis,
	FileSpreadsheet,
	Keyboard,
	ListChecks,
	RefreshCw,
	SquareChevronRight,
	Tags,
} from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { MenuPanel } from "#client/components/ui/menu-panel.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { momentText } from "#client/lib/moment-text.ts";
import { paths } from "#client/lib/paths.ts";
import { LIST_KEY } from "../links.queries.ts";
import { openPalette } from "../palette/open-palette.ts";
import { refreshList } from "./list.queries.ts";

type ListMenuProps = {
	readAt: string | undefined;
	rows: number;
	hasTags: boolean;
	isChoosing: boolean;
	onTags: () => void;
	onSelect: () => void;
	onStop: () => void;
	onBookmarklet: () => void;
	onKeys: () => void;
};

export function ListMenu(props: ListMenuProps) {
	const { rows, readAt, hasTags, isChoosing, onTags, onSelect, onStop, onBookmarklet, onKeys } = props;
	const queryClient = useQueryClient();
	const isBusy = useIsFetching({ queryKey: LIST_KEY }) > 0;
	const trigger = useRef<HTMLButtonElement>(null);
	const next = useRef<(() => void) | null>(null);

	/** What opens now returns focus to the menu's button when it closes. */
	function runChosen(event: Event): void {
		const run = next.current;
		if (!run) return;
		next.current = null;
		event.preventDefault();
		trigger.current?.focus({ preventScroll: true });
		run();
	}

	const later = (run: () => void) => () => {
		next.current = run;
	};
	return (
		<>
			{rows > 1 && (
				<Button
					variant="ghost"
					size="sm"
					className="px-2! lg:hidden lg:pointer-coarse:inline-flex"
					aria-pressed={isChoosing}
					onClick={isChoosing ? onStop : onSelect}
				>
					Select
				</Button>
			)}
			<Menu.Root modal={false}>
				<Menu.Trigger
					ref={trigger}
					aria-label="More for this list"
					aria-busy={isBusy || undefined}
					className={classNames(buttonClass({ variant: "ghost", size: "icon" }), "data-[state=open]:bg-sunken")}
				>
					<Ellipsis aria-hidden="true" />
				</Menu.Trigger>
				<MenuPanel onCloseAutoFocus={runChosen} className="w-64">
					<Menu.Item className={ENTRY} onSelect={() => void (isBusy || refreshList(queryClient))}>
						<RefreshCw aria-hidden="true" />
						Refresh
						{readAt && (
							<span className="ml-auto text-sm text-muted">
								as of <time dateTime={readAt}>{momentText(readAt, new Date())}</time>
							</span>
						)}
					</Menu.Item>
					{rows > 0 && (
						<Menu.Item className={ENTRY} onSelect={later(onSelect)}>
							<ListChecks aria-hidden="true" />
							Select
						</Menu.Item>
					)}
					{hasTags && (
						<Menu.Item className={ENTRY} onSelect={later(onTags)}>
							<Tags aria-hidden="true" />
							Your tags
						</Menu.Item>
					)}
					<Menu.Item asChild>
						<Link href={paths.import} className={ENTRY}>
							<FileSpreadsheet aria-hidden="true" />
							Import and export
						</Link>
					</Menu.Item>
					<Menu.Item className={ENTRY} onSelect={later(onBookmarklet)}>
						<Bookmark aria-hidden="true" />
						Bookmarklet
					</Menu.Item>
					<Menu.Item className={ENTRY} onSelect={later(openPalette)}>
						<SquareChevronRight aria-hidden="true" />
						Command palette
					</Menu.Item>
					<Menu.Item className={classNames(ENTRY, "max-md:hidden")} onSelect={later(onKeys)}>
						<Keyboard aria-hidden="true" />
						Keyboard shortcuts
					</Menu.Item>
				</MenuPanel>
			</Menu.Root>
		</>
	);
}

const ENTRY =
	"flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-[0.9375rem] outline-none select-none data-highlighted:bg-sunken [&_svg]:size-[1.125rem] [&_svg]:shrink-0 [&_svg]:text-muted";
