import { Link } from "wouter";
import { classNames } from "#client/lib/class-names.ts";
import { ACCOUNT_SECTIONS, type AccountSection } from "./sections.ts";

type AccountNavProps = { shown: AccountSection; addressOf: (section: AccountSection) => string };

/** The account's sections: a column on wide screens, a wrapping row on narrow ones. */
export function AccountNav({ shown, addressOf }: AccountNavProps) {
	return (
		<nav aria-label="Account">
			<ul className="flex flex-wrap gap-x-3 border-b min-[400px]:gap-x-5 min-[900px]:flex-col min-[900px]:gap-y-1 min-[900px]:border-b-0">
				{ACCOUNT_SECTIONS.map(({ id, label }) => (
					<li key={id}>
						<Link
							href={addressOf(id)}
							aria-current={id === shown ? "page" : undefined}
							className={classNames(
								"-mb-px flex min-h-11 items-center border-b-2 text-[0.9375rem] font-semibold transition-colors",
								"min-[900px]:mb-0 min-[900px]:min-h-10 min-[900px]:rounded-control min-[900px]:border-b-0 min-[900px]:px-3",
								id === shown
									? "border-accent text-ink min-[900px]:bg-sunken"
									: "border-transparent text-muted hover:text-ink",
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
