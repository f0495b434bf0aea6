import { useQuery } from "@tanstack/react-query";
import { shortReceipt } from "#shared/cards/receipts.ts";
import { latestDeliveriesQuery } from "./cards.queries.ts";

/** 'Previewed on LinkedIn 12 minutes ago', for a link's row; nothing where nobody has fetched its card. */
export function NewestDelivery({ linkId }: { linkId: number }) {
	const { data } = useQuery({
		...latestDeliveriesQuery,
		select: (all) => all.find((each) => each.linkId === linkId),
	});
	return data ? <p className="truncate text-sm text-muted">{shortReceipt(data, new Date())}</p> : null;
}
