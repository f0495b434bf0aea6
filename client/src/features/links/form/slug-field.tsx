import type { Ref } from "react";
import { Counter } from "#client/components/ui/counter.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { CONTROL_CLASS } from "#client/components/ui/input.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { LINK_LIMITS } from "#shared/links/field-schemas.ts";
import { cleanSlug } from "#shared/platform/plain-text.ts";
import { AddressPrefix } from "./address-prefix.tsx";
import { LockedSlug } from "./locked-slug.tsx";
import type { LinkDomain } from "./use-link-domain.ts";
import type { SlugState } from "./use-slug-availability.ts";

type SlugFieldProps = {
	ref: Ref<HTMLInputElement>;
	value: string;
	domain: LinkDomain;
	domainError: string | undefined;
	isAllowed: boolean;
	availability: SlugState;
	rule: string;
	/** What happens to the current URL; follows the availability. */
	note: string | null;
	error: string | undefined;
	onChange: (slug: string) => void;
	onBlur: () => void;
};

export function SlugField({
	ref,
	value,
	domain,
	domainError,
	isAllowed,
	availability,
	rule,
	note,
	error,
	onChange,
	onBlur,
}: SlugFieldProps) {
	if (!isAllowed) return <LockedSlug ref={ref} value={value} domain={domain} domainError={domainError} />;
	return (
		<Field
			label="Custom URL"
			room={2}
			error={domainError ?? error ?? (availability.kind === "taken" ? availability.message : undefined)}
			hint={<SlugHint availability={availability} rule={rule} note={note} />}
			aside={<Counter length={cleanSlug(value).length} max={LINK_LIMITS.customLinkSlug} />}
		>
			{(control) => (
				<div
					className={classNames(
						CONTROL_CLASS,
						"flex flex-col overflow-hidden sm:flex-row focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-human",
						control["aria-invalid"] && "border-danger",
					)}
				>
					<AddressPrefix
						id={`${control.id}-prefix`}
						domain={domain}
						isInvalid={domainError !== undefined}
						describedBy={control["aria-describedby"]}
						className="shrink-0 truncate border-b bg-sunken px-3.5 py-1.5 text-muted sm:max-w-[60%] sm:border-r sm:border-b-0 sm:py-2.5"
					/>
					<input
						{...control}
						aria-describedby={classNames(`${control.id}-prefix`, control["aria-describedby"])}
						ref={ref}
						name="slug"
						value={value}
						onChange={(event) => onChange(event.target.value)}
						onBlur={onBlur}
						placeholder="my-link"
						autoCapitalize="none"
						autoComplete="off"
						spellCheck={false}
						className="h-11 w-full min-w-0 sm:flex-1 bg-transparent px-3.5 outline-none placeholder:text-muted"
					/>
				</div>
			)}
		</Field>
	);
}

function SlugHint({ availability, rule, note }: Pick<SlugFieldProps, "availability" | "rule" | "note">) {
	return (
		<>
			<Availability availability={availability} rule={rule} />
			{note && <span className="block">{note}</span>}
		</>
	);
}

function Availability({ availability, rule }: Pick<SlugFieldProps, "availability" | "rule">) {
	if (availability.kind === "checking") return "Checking availability...";
	if (availability.kind === "available") return <span className="text-good">{availability.message}</span>;
	if (availability.kind === "unchecked") return <span className="text-warn">{availability.message}</span>;
	return rule;
}
