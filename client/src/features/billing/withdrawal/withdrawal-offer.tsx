import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { TEXT_LINK } from "#client/components/layout/legal-page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { paths } from "#client/lib/paths.ts";
import { withdrawalOfferQuery } from "./withdrawal.queries.ts";
import { receivedText } from "./withdrawal-facts.tsx";

/** A link to withdraw for recent payers, or to the confirmation; nothing while unknown (P577). */
export function WithdrawalOffer() {
	const { data } = useQuery(withdrawalOfferQuery);
	if (data?.sent) {
		return (
			<p className="text-muted">
				You withdrew from your contract on {receivedText(data.sent.receivedAt)}.{" "}
				<Link href={paths.withdrawal(data.sent.number)} className={TEXT_LINK}>
					See confirmation
				</Link>
			</p>
		);
	}
	if (!data?.until) return null;
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
			<p className="text-muted">Not satisfied? You can withdraw within 30 days of paying.</p>
			<ButtonLink href={paths.withdraw} variant="secondary">
				Withdraw from contract here
			</ButtonLink>
		</div>
	);
}
