import { Link } from "wouter";
import { classNames } from "#client/lib/class-names.ts";
import { ACCOUNT_SECTIONS, type AccountSection } from "./sections.ts";

type AccountNavProps = { shown: AccountSection; addressOf: (section: AccountSection) => string };

/** The sections of the account: a column next to what is shown, or a line above it that wraps. */
export function AccountNav({ shown, addressOf }: AccountNavProps) {
	return (
		<nav aria-label="Account">
			<ul className="-mx-2.5 flex flex-wrap gap-1 min-[900px]:mx-0 min-[900px]:flex-col">
				{ACCOUNT_SECTIONS.map(({ id, label }) => (
					<li key={id}>
						<Link
							href={addressOf(id)}
							aria-current={id === shown ? "page" : undefined}
							className={classNames(
								"flex min-h-11 items-center rounded-control px-2.5 text-[0.9375rem] font-semibold transition-colors min-[900px]:min-h-10 min-[900px]:px-3",
								id === shown ? "bg-sunken text-ink" : "text-muted hover:text-ink",
							)}
						>
							{label}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
