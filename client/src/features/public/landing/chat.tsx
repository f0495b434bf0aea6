import type { ReactNode } from "react";
import { Avatar } from "#client/components/ui/avatar.tsx";
import { classNames } from "#client/lib/class-names.ts";

type ChatProps = { name: string; initials: string; note: string; className?: string; children: ReactNode };

/** A chat as on a phone, where people encounter links. */
export function Chat({ name, initials, note, className, children }: ChatProps) {
	return (
		<div className={classNames("overflow-hidden rounded-[20px] border bg-sunken", className)}>
			<div className="flex items-center gap-3 border-b bg-surface px-4 py-3">
				<Avatar initials={initials} imageUrl={null} className="size-9" />
				<div className="min-w-0">
					<p className="truncate leading-tight font-semibold">{name}</p>
					<p className="truncate text-sm leading-tight text-muted">{note}</p>
				</div>
			</div>
			<div className="flex flex-col gap-3 p-4 sm:p-5">{children}</div>
		</div>
	);
}

export function Bubble({ isOwn = false, className, children }: BubbleProps) {
	return (
		<div
			className={classNames(
				"w-fit max-w-[85%] rounded-[16px] border px-3.5 py-2 text-[0.9375rem] leading-snug wrap-anywhere",
				isOwn ? "self-end rounded-br-[4px] border-transparent bg-ink text-paper" : "rounded-bl-[4px] bg-surface",
				className,
			)}
		>
			{children}
		</div>
	);
}

type BubbleProps = { isOwn?: boolean; className?: string; children: ReactNode };
