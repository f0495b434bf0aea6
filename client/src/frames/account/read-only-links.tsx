import { KeptLinks, useHasKeptLinks } from "#client/features/links/list/kept-links.tsx";
import type { Standing } from "#shared/billing/subscriptions/subscription.ts";

/** The links of a user without a valid subscription, and what they need to create more (P262). */
export function ReadOnlyLinks({ standing }: { standing: Standing }) {
	const hasLinks = useHasKeptLinks();
	const sentences = [...(hasLinks ? ["These links keep working."] : []), BEFORE_LINKS[standing]];
	return (
		<section aria-labelledby="kept-links" className="mt-4 flex flex-col gap-4">
			<div className="flex flex-col gap-1.5">
				<h2 id="kept-links" className="text-2xl">
					Your links
				</h2>
				<p className="text-muted">{sentences.join(" ")}</p>
			</div>
			<KeptLinks />
		</section>
	);
}

const BEFORE_LINKS: Record<Standing, string> = {
	none: "Subscribe to create or edit links.",
	owing: "Pay the open invoice to create or edit links.",
	trialing: "You can create or edit links after your trial.",
	paused: "Resume your subscription to create or edit links.",
	ending: "Reactivate your subscription to create or edit links.",
	active: "",
};
