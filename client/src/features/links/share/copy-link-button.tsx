import { Copy } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { Tooltip } from "#client/components/ui/tooltip.tsx";
import { shortAddress } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";
import { copyLink } from "./copy-link.ts";

type CopyLinkButtonProps = {
	link: Pick<LinkView, "shortUrl" | "title">;
	tabIndex?: number;
	/** Its name among the row's controls. */
	"data-stop"?: string;
};

export function CopyLinkButton({ link, ...rest }: CopyLinkButtonProps) {
	return (
		<Tooltip text={shortAddress(link.shortUrl)}>
			<Button variant="ghost" size="sm" className="max-md:min-h-11" onClick={() => copyLink(link.shortUrl)} {...rest}>
				<Copy aria-hidden="true" />
				<span>
					Copy<span className="sr-only"> {link.title}</span>
				</span>
			</Button>
		</Tooltip>
	);
}
