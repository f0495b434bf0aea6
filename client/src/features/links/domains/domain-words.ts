import type { Tone } from "#client/components/ui/dot.tsx";
import { formatCounted } from "#client/lib/format.ts";
import type { Domain } from "#shared/links/domains/domain.ts";

type Stated = Pick<Domain, "status" | "records">;

/** A domain's state in a word or three. */
export function statusWord({ status }: Stated): { word: string; tone: Tone } {
	switch (status) {
		case "waiting":
			return { word: "Waiting for DNS", tone: "warn" };
		case "active":
			return { word: "Verified", tone: "good" };
		case "failing":
			return { word: "Records missing", tone: "warn" };
		case "off":
			return { word: "Off", tone: "warn" };
		case "disabled":
			return { word: "Disabled", tone: "warn" };
	}
}

/** Whether its DNS is as it has to be. */
export function isSettled({ status, records }: Stated): boolean {
	return status === "active" && records.every(({ isFound }) => isFound);
}

/** 'Checked 20 s ago'. */
export function checkedWords(checkedAt: string | null, now: Date): string {
	if (checkedAt === null) return "Not checked yet";
	const seconds = Math.floor((now.getTime() - new Date(checkedAt).getTime()) / 1_000);
	if (seconds < 10) return "Checked just now";
	if (seconds < 60) return `Checked ${Math.floor(seconds / 10) * 10} s ago`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `Checked ${minutes} min ago`;
	const hours = Math.floor(minutes / 60);
	return `Checked ${hours < 48 ? formatCounted(hours, "hour") : formatCounted(Math.floor(hours / 24), "day")} ago`;
}

/** A record's name without the domain's zone, as most providers ask for it, and the zone: `@` is the zone itself. */
export function nameParts(name: string, zone: string): { entered: string; added: string } {
	if (name === zone) return { entered: "@", added: zone };
	return name.endsWith(`.${zone}`)
		? { entered: name.slice(0, -zone.length - 1), added: `.${zone}` }
		: { entered: name, added: "" };
}

/** What pointing a domain here would turn off, in sentences. */
export function lossWords({ host, zone, status, records, elsewhere, checkedAt }: Domain): string[] {
	const isHere = records.at(-1)?.isFound === true;
	if (isHere || status === "failing" || status === "disabled") return [];
	const { addresses, mail } = elsewhere;
	const isApex = host === zone;
	const lines: string[] = [];
	if (addresses.length > 0) {
		lines.push(
			`${host} leads to ${addresses.join(", ")} today. If that's a website, people will no longer see it there.`,
		);
	} else if (isApex && checkedAt === null) {
		lines.push(`If ${host} has a website, people will no longer see it there.`);
	}
	if (isApex && mail.length > 0) {
		lines.push(`Email to ${host} goes to ${mail.join(", ")}. Leave its MX records as they are, or it will stop.`);
	}
	return lines;
}
