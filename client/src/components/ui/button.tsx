import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { classNames } from "#client/lib/class-names.ts";
import { Spinner } from "./spinner.tsx";

type Look = {
	variant?: "primary" | "secondary" | "ghost" | "danger" | "quiet-danger";
	size?: "sm" | "md" | "lg" | "icon";
};

type ButtonProps = Look &
	ComponentProps<"button"> & {
		isBusy?: boolean;
	};

export function Button({ variant, size, isBusy = false, className, children, disabled, ...rest }: ButtonProps) {
	return (
		<button
			type="button"
			{...rest}
			disabled={disabled || isBusy}
			aria-busy={isBusy || undefined}
			className={classNames(buttonClass({ variant, size }), "relative", className)}
		>
			<span className={classNames("contents", isBusy && "[&>*]:opacity-0 text-transparent")}>{children}</span>
			{isBusy && (
				<span className="absolute inset-0 grid place-items-center">
					<Spinner className="size-5" />
				</span>
			)}
		</button>
	);
}

type ButtonLinkProps = Look & {
	href: string;
	state?: object;
	className?: string;
	onClick?: () => void;
	children: ReactNode;
};

/** A link to one of our screens, styled as a button. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
	return <Link {...rest} className={classNames(buttonClass({ variant, size }), className)} />;
}

/** A button's classes, for links that leave the app (`/api/auth/google`, other sites). */
export function buttonClass({ variant = "primary", size = "md" }: Look = {}): string {
	return classNames(BASE, SIZES[size], VARIANTS[variant]);
}

const BASE =
	"inline-flex items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap select-none border transition-colors disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:shrink-0";

const SIZES = {
	sm: "min-h-11 px-3 text-sm md:min-h-9 [&_svg]:size-4",
	md: "min-h-11 px-4 text-[0.9375rem] [&_svg]:size-[1.125rem]",
	lg: "min-h-13 px-6 text-base [&_svg]:size-5",
	icon: "size-11 [&_svg]:size-5",
};

const VARIANTS = {
	primary: "border-transparent bg-accent text-on-accent hover:not-disabled:bg-accent-strong",
	secondary: "border-line bg-surface text-ink hover:not-disabled:border-control hover:not-disabled:bg-sunken",
	ghost: "border-transparent bg-transparent text-ink hover:not-disabled:bg-sunken",
	"quiet-danger": "border-transparent bg-transparent text-danger hover:not-disabled:bg-sunken",
	danger: "border-transparent bg-danger text-on-danger hover:not-disabled:brightness-110",
};
