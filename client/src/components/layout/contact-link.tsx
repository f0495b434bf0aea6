import type { ReactNode } from "react";

/** The feedback form, at an outside party. */
const CONTACT_URL = "https://forms.gle/visualink-feedback";

type ContactLinkProps = { className: string; onClick?: () => void; children: ReactNode };

/** Opens the feedback form in a tab of its own. */
export function ContactLink({ className, onClick, children }: ContactLinkProps) {
	return (
		<a href={CONTACT_URL} target="_blank" rel="noreferrer" onClick={onClick} className={className}>
			{children}
		</a>
	);
}
