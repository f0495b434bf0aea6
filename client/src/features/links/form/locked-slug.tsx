import { type Ref, useId } from "react";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { AddressPrefix } from "./address-prefix.tsx";
import type { LinkDomain } from "./use-link-domain.ts";

type LockedSlugProps = {
	ref: Ref<HTMLInputElement>;
	value: string;
	domain: LinkDomain;
	domainError: string | undefined;
};

/** The slug where the plan has no custom ones, in one line; on a phone in two. */
export function LockedSlug({ ref, value, domain, domainError }: LockedSlugProps) {
	const id = useId();
	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border bg-sunken px-3.5 py-2.5 text-sm">
			<label htmlFor={id} className="font-semibold">
				Custom URL
			</label>
			<span
				className={classNames(
					"flex min-w-0 flex-1 items-center text-muted",
					domain.choices.length > 1 ? "basis-full sm:basis-64" : "basis-44",
				)}
			>
				<AddressPrefix
					id={`${id}-prefix`}
					domain={domain}
					isInvalid={domainError !== undefined}
					describedBy={`${id}-domain`}
					className="min-w-0 truncate bg-transparent text-muted [select&]:min-h-11 md:[select&]:min-h-8"
				/>
				<input
					ref={ref}
					id={id}
					name="slug"
					disabled
					value={value}
					placeholder="chosen automatically"
					aria-describedby={`${id}-prefix ${id}-why`}
					className="w-36 min-w-0 shrink-0 cursor-not-allowed bg-transparent placeholder:text-muted"
				/>
			</span>
			{domainError && (
				<p id={`${id}-domain`} className="w-full text-danger">
					{domainError}
				</p>
			)}
			<span id={`${id}-why`}>
				<UpgradeLink feature="customSlugs" keepsMade={value !== ""} className="max-sm:text-xs max-sm:*:nth-3:hidden" />
			</span>
		</div>
	);
}
