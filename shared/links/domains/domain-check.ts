/** What the resolvers said together; `split`: they disagree; `unreachable`: too few answered. */
export type TxtState = "found" | "missing" | "split" | "unreachable";
export type PointingState = "here" | "elsewhere" | "nowhere" | "split" | "unreachable";

/** What a check of a domain found, as it is stored. */
export type DomainCheck = {
	/** How many resolvers were asked. */
	resolvers: number;
	txt: {
		state: TxtState;
		/** Resolvers that answered, and those of them that have the record. */
		answered: number;
		found: number;
		/** Whether there are other TXT records, or a CNAME in their place. */
		hasOthers: boolean;
		isAlias: boolean;
		/** Whether the record is at a name with the domain twice, as providers make that append it. */
		isDoubled: boolean;
		/** Whether another account has verified the host, and its TXT record is still there. */
		isTaken: boolean;
	};
	pointing: {
		state: PointingState;
		answered: number;
		here: number;
		/** Where the host points instead, some of it; of an alias that leads nowhere, its name. */
		addresses: string[];
	};
	/** Servers that take email for the host; absent in checks of before. */
	mail?: string[];
};

/** What a TXT record has before its token. */
export const TXT_PREFIX = "visualink=";

/** Where the TXT record of a host is. */
export function txtName(host: string): string {
	return `_visualink.${host}`;
}

/** How long a verified domain keeps working without its records. */
export const GRACE_DAYS = 7;

/** `off`: it was verified once, and its records were gone for too long, or another account has verified it. */
export type DomainStatus = "waiting" | "active" | "failing" | "off";

type Stated = { verifiedAt: Date | null; failingSince: Date | null };

export function statusOf({ verifiedAt, failingSince }: Stated): DomainStatus {
	if (verifiedAt === null) return failingSince === null ? "waiting" : "off";
	return failingSince === null ? "active" : "failing";
}

/** The same as people see it: while its host is disabled, nothing else counts. */
export function shownStatusOf(domain: Stated & { disabledAt: Date | null }): DomainStatus | "disabled" {
	return domain.disabledAt === null ? statusOf(domain) : "disabled";
}

/** What the last check found of the TXT record, for people. */
export function txtWords(check: DomainCheck | null): string {
	if (check === null) return "Not checked yet.";
	const { state, answered, found, hasOthers, isAlias, isDoubled, isTaken } = check.txt;
	if (isTaken) return "Another account uses this domain. Remove its TXT record from your DNS, then check again.";
	if (state === "found") return "Found.";
	if (state === "unreachable") return "Your DNS servers didn't answer. We'll check again.";
	if (state === "split") return `Found at ${found} of ${answered} resolvers. DNS changes can take a while to spread.`;
	if (isDoubled) return "The name of your TXT record has your domain twice. Enter the name without it.";
	if (isAlias) return "There's a CNAME record at this name. Replace it with the TXT record.";
	if (hasOthers) return "There's another TXT record at this name. Add this one next to it.";
	return answered === 1 ? "Not found." : `Not found at ${answered} resolvers.`;
}

/** What the last check found of where the host points, for people. */
export function pointingWords(check: DomainCheck | null): string {
	if (check === null) return "Not checked yet.";
	const { state, answered, here, addresses } = check.pointing;
	if (state === "here") return "Points here.";
	if (state === "unreachable") return "Your DNS servers didn't answer. We'll check again.";
	if (state === "split")
		return `Points here at ${here} of ${answered} resolvers. DNS changes can take a while to spread.`;
	if (state === "elsewhere") return `Points to ${addresses.join(", ")} instead.`;
	return addresses.length > 0
		? `Points to ${addresses.join(", ")}, which doesn't exist.`
		: "Doesn't point anywhere yet.";
}

/** What the owner of a disabled domain reads. */
export const DOMAIN_DISABLED =
	"We've disabled this domain: it answers nothing. Contact us if you think this is a mistake.";
