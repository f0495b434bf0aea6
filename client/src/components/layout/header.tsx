import { Menu, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Link } from "wouter";
import { Button } from "#client/components/ui/button.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { paths } from "#client/lib/paths.ts";
import { ContactLink } from "./contact-link.tsx";
import { Logo } from "./logo.tsx";

type HeaderProps = {
	links?: { name: string; href: string }[];
	account: ReactNode;
};

/** Brand, links and the account corner; on narrow screens the links collapse into a menu. */
export function Header({ links = [], account }: HeaderProps) {
	const [isOpen, setIsOpen] = useState(false);
	const menuId = useId();
	const close = () => setIsOpen(false);
	return (
		<header className="sticky short:static! top-0 z-30 border-b bg-paper/90 backdrop-blur-md">
			<div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:px-6">
				<Link
					href={paths.home}
					onClick={close}
					className="mr-auto flex items-center gap-2.5 rounded-control font-display text-xl font-bold tracking-tight"
				>
					<Logo className="size-8" />
					Visualink
				</Link>
				<nav aria-label="Main" className="hidden gap-1 md:flex">
					<NavLinks links={links} className="px-3 py-2" onFollow={close} />
				</nav>
				<div className="flex items-center md:ml-3">{account}</div>
				<Button
					variant="ghost"
					size="icon"
					className="-mr-2.5 md:hidden"
					aria-expanded={isOpen}
					aria-controls={menuId}
					aria-label={isOpen ? "Close menu" : "Open menu"}
					onClick={() => setIsOpen(!isOpen)}
				>
					{isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
				</Button>
			</div>
			<nav id={menuId} aria-label="Menu" hidden={!isOpen} className="enter border-t px-4 py-2 md:hidden">
				<div className="flex flex-col">
					<NavLinks links={links} className="py-3" onFollow={close} />
				</div>
			</nav>
		</header>
	);
}

type NavLinksProps = { links: { name: string; href: string }[]; className: string; onFollow: () => void };

function NavLinks({ links, className, onFollow }: NavLinksProps) {
	const look = classNames("rounded-control font-medium text-ink transition-colors hover:text-accent", className);
	return (
		<>
			{links.map(({ name, href }) => (
				<Link key={href} href={href} onClick={onFollow} className={look}>
					{name}
				</Link>
			))}
			<Link href={paths.pricing} onClick={onFollow} className={look}>
				Pricing
			</Link>
			<ContactLink onClick={onFollow} className={look}>
				Contact
			</ContactLink>
		</>
	);
}
