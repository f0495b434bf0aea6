import { buttonClass } from "#client/components/ui/button.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { paths } from "#client/lib/paths.ts";
import { API } from "#shared/platform/api-paths.ts";

type WayOutProps = {
	wayOut: string | undefined;
	/** For use within a sentence, where a button would need space. */
	isInline?: boolean;
};

/** The way out of a failure, in a new tab so that the form keeps its content; nothing for other failures. */
export function WayOut({ wayOut, isInline = false }: WayOutProps) {
	switch (wayOut) {
		case "sign-in":
			return <NewTab href={API.auth.google} text="Sign in again" isInline={isInline} />;
		case "plans":
			return <NewTab href={paths.pricing} text="View plans" isInline={isInline} />;
		default:
			return null;
	}
}

function NewTab({ href, text, isInline }: { href: string; text: string; isInline: boolean }) {
	return (
		<a
			href={href}
			target="_blank"
			rel="noreferrer"
			className={isInline ? IN_TEXT : classNames(buttonClass({ variant: "secondary", size: "sm" }), "self-start")}
		>
			{text}
			<span className="sr-only"> (opens in a new tab)</span>
		</a>
	);
}

export const IN_TEXT = "relative z-1 font-semibold text-ink underline underline-offset-2";
