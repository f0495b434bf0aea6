import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { shortAddress } from "#client/lib/format.ts";
import type { LinkAlias } from "#shared/links/aliases.ts";
import { linkAliasesQuery } from "./aliases.queries.ts";
import { ReleaseAliasDialog } from "./release-alias-dialog.tsx";

/** Links rarely have more. */
const SHOWN = 5;

/** A link's aliases, each with a button to release it; nothing without aliases (P320). */
export function AliasList({ linkId }: { linkId: number }) {
	const { data: aliases } = useQuery(linkAliasesQuery(linkId));
	const [asked, setAsked] = useState<LinkAlias | null>(null);
	const [isWhole, setIsWhole] = useState(false);
	if (!aliases || aliases.length === 0) return null;
	const shown = isWhole ? aliases : aliases.slice(0, SHOWN);
	return (
		<section aria-label="Former addresses" className="flex flex-col gap-1 text-sm">
			<p className="text-muted">Also reachable at</p>
			<ul className="flex flex-col">
				{shown.map((alias) => (
					<li key={alias.slug} className="flex min-w-0 items-center justify-between gap-3">
						<span className="min-w-0 font-medium break-all">{shortAddress(alias.shortUrl)}</span>
						<Button
							variant="ghost"
							size="sm"
							aria-label={`Release ${shortAddress(alias.shortUrl)}`}
							onClick={() => setAsked(alias)}
						>
							Release
						</Button>
					</li>
				))}
			</ul>
			{shown.length < aliases.length && (
				<Button variant="ghost" size="sm" className="self-start" onClick={() => setIsWhole(true)}>
					Show all {aliases.length}
				</Button>
			)}
			<ReleaseAliasDialog linkId={linkId} alias={asked} onClose={() => setAsked(null)} />
		</section>
	);
}
