import { buttonClass } from "#client/components/ui/button.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { paths } from "#client/lib/paths.ts";
import { API } from "#shared/platform/api-paths.ts";

/** A way out of a failure, in a new tab, so that the form keeps its content. Nothing for other failures. */
export function WayOut({ wayOut }: { wayOut: string | undefined }) {
	switch (wayOut) {
		case "sign-in":
			return <NewTab href={API.auth.google} text="Sign in again" />;
		case "plans":
			return <NewTab href={paths.pricing} text="View plans" />;
		default:
			return null;
	}
}

function NewTab({ href, text }: { href: string; text: string }) {
	return (
		<a
			href={href}
			target="_blank"
			rel="noreferrer"
			className={classNames(buttonClass({ variant: "secondary", size: "sm" }), "self-start")}
		>
			{text}
			<span className="sr-only"> (opens in a new tab)</span>
		</a>
	);
}
