import { Copy } from "lucide-react";
import { Tooltip } from "#client/components/ui/tooltip.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { shortAddress } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";
import { copyLink } from "./copy-link.ts";

type CopyAddressProps = {
	link: Pick<LinkView, "shortUrl" | "title" | "linkSlug">;
	className?: string;
	tabIndex?: number;
	/** Its name among the row's controls. */
	"data-stop"?: string;
};

/** A link's short URL, copied by a click. If space is short, its beginning is cut off, never its slug. */
export function CopyAddress({ link, className, ...rest }: CopyAddressProps) {
	const address = shortAddress(link.shortUrl);
	const end = address.lastIndexOf("/");
	return (
		<Tooltip text={address}>
			<button
				type="button"
				data-value=""
				{...rest}
				onClick={() => void copyLink(link.shortUrl)}
				className={classNames(
					"inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-[6px] text-sm text-ink hover:bg-line/60",
					className,
				)}
			>
				<span className="sr-only">Copy {link.title}: </span>
				<span className="flex min-w-0">
					<span className="truncate text-muted">{address.slice(0, end)}</span>
					<span className="shrink-0 font-medium">{address.slice(end)}</span>
				</span>
				<Copy aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
			</button>
		</Tooltip>
	);
}
