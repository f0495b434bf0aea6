import { classNames } from "#client/lib/class-names.ts";
import type { LinkDomain } from "./use-link-domain.ts";

type AddressPrefixProps = {
	id: string;
	domain: LinkDomain;
	/** For a text and for a choice. */
	className: string;
	isInvalid: boolean;
	describedBy?: string | undefined;
};

/** What the slug follows; a choice if the account has domains of its own (P632). */
export function AddressPrefix({
	id,
	domain: { choices, address, choose },
	className,
	isInvalid,
	describedBy,
}: AddressPrefixProps) {
	if (choices.length === 1) {
		return (
			<span id={id} className={className}>
				{address.prefix}
			</span>
		);
	}
	return (
		<select
			id={id}
			name="domain"
			aria-label="Domain"
			aria-invalid={isInvalid}
			aria-describedby={isInvalid ? describedBy : undefined}
			value={address.host}
			onChange={({ target }) => choose(target.value)}
			className={classNames(className, "cursor-pointer text-ellipsis")}
		>
			{choices.map(({ host, prefix }) => (
				<option key={host} value={host} className="text-ink">
					{prefix}
				</option>
			))}
		</select>
	);
}
