import type { ReactNode } from "react";
import { contactUrl } from "#client/lib/public-origin.ts";

type ContactLinkProps = { className: string; onClick?: () => void; children: ReactNode };

/** Opens the feedback form in a new tab. */
export function ContactLink({ className, onClick, children }: ContactLinkProps) {
	return (
		<a href={contactUrl()} target="_blank" rel="noreferrer" onClick={onClick} className={className}>
			{children}
		</a>
	);
}
