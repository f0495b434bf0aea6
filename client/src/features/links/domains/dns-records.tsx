import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { copyText } from "#client/components/toast/copy-text.ts";
import { Dot } from "#client/components/ui/dot.tsx";
import type { Domain } from "#shared/links/domains/domain.ts";
import { nameParts } from "./domain-words.ts";

/** The records that DNS must have, to copy, with what the last check found. */
export function DnsRecords({ domain: { host, zone, records } }: { domain: Domain }) {
	return (
		<ul aria-label={`DNS records of ${host}`} className="flex flex-col divide-y rounded-control border">
			{records.map(({ type, name, value, isFound, message }) => {
				const { entered, added } = nameParts(name, zone);
				return (
					<li key={type} className="flex flex-col gap-2 p-4">
						<dl className="grid gap-x-5 gap-y-2 sm:grid-cols-[3.5rem_minmax(0,2fr)_minmax(0,3fr)]">
							<Part label="Type">
								<span className="flex min-h-11 items-center font-medium md:min-h-8">{type}</span>
							</Part>
							<Part label="Name">
								<CopyValue what={`name of the ${type} record`} text={entered} added={entered === "@" ? "" : added} />
							</Part>
							<Part label="Value">
								<CopyValue what={`value of the ${type} record`} text={value} />
							</Part>
						</dl>
						<p className="flex items-baseline gap-2 text-sm wrap-anywhere">
							<Dot tone={isFound ? "good" : "warn"} />
							{message}
						</p>
					</li>
				);
			})}
		</ul>
	);
}

function Part({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<dt className="text-sm text-muted">{label}</dt>
			<dd>{children}</dd>
		</div>
	);
}

type CopyValueProps = {
	what: string;
	text: string;
	/** What the provider adds to it, which isn't copied. */
	added?: string;
};

function CopyValue({ what, text, added = "" }: CopyValueProps) {
	return (
		<button
			type="button"
			onClick={() => void copyText(text, { copied: `Copied the ${what}`, failed: `Failed to copy the ${what}` })}
			className="inline-flex min-h-11 max-w-full min-w-0 items-center gap-1.5 rounded-[6px] text-left hover:bg-line/60 md:min-h-8"
		>
			<span className="sr-only">Copy the {what}: </span>
			<span className="min-w-0 break-all">
				<span className="font-medium">{text}</span>
				{added && <span className="text-muted">{added}</span>}
			</span>
			<Copy aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
		</button>
	);
}
