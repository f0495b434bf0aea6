import * as Popover from "@radix-ui/react-popover";
import { Command } from "cmdk";
import { Check, ChevronsUpDown } from "lucide-react";
import { type Ref, useState } from "react";
import { CONTROL_CLASS } from "#client/components/ui/input.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { COUNTRIES } from "#shared/billing/onboarding/countries.ts";
import { rankCountry } from "./rank-country.ts";

type CountrySelectProps = {
	id: string;
	value: string;
	onChange: (code: string) => void;
	ref: Ref<HTMLButtonElement>;
	"aria-describedby": string | undefined;
	"aria-invalid": boolean;
};

/** A searchable list of countries. Selecting the current one clears it. */
export function CountrySelect({ id, value, onChange, ...rest }: CountrySelectProps) {
	const [isOpen, setIsOpen] = useState(false);
	const chosen = COUNTRIES.find((country) => country.code === value);

	function pick(code: string): void {
		onChange(code === value ? "" : code);
		setIsOpen(false);
	}

	return (
		<Popover.Root open={isOpen} onOpenChange={setIsOpen}>
			<Popover.Trigger asChild>
				<button
					{...rest}
					id={id}
					type="button"
					className={classNames(CONTROL_CLASS, "flex h-11 items-center justify-between gap-2 px-3.5 text-left")}
				>
					<span className={chosen ? "truncate" : "text-muted"}>{chosen?.name ?? "Select your country"}</span>
					<ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
				</button>
			</Popover.Trigger>
			<Popover.Portal>
				<Popover.Content
					align="start"
					sideOffset={6}
					collisionPadding={16}
					aria-label="Countries"
					className="enter z-50 w-(--radix-popover-trigger-width) overflow-hidden rounded-card border bg-surface shadow-[0_8px_30px_rgb(0_0_0/0.12)]"
				>
					<CountryList chosenCode={value} onPick={pick} />
				</Popover.Content>
			</Popover.Portal>
		</Popover.Root>
	);
}

function CountryList({ chosenCode, onPick }: { chosenCode: string; onPick: (code: string) => void }) {
	const chosenName = COUNTRIES.find((country) => country.code === chosenCode)?.name;
	return (
		<Command label="Countries" defaultValue={chosenName} filter={rankCountry}>
			<Command.Input
				placeholder="Search country..."
				className="h-12 w-full border-b bg-transparent px-4 outline-none placeholder:text-muted"
			/>
			<Command.List
				label="Countries"
				// Fixed height: a shrinking popover would flip sides and move away from a finger.
				className="h-[min(16rem,calc(var(--radix-popover-content-available-height)-3rem))] overflow-y-auto p-1"
			>
				<Command.Empty className="px-4 py-6 text-center text-muted">No country found.</Command.Empty>
				{COUNTRIES.map(({ code, name }) => (
					<Command.Item
						key={code}
						value={name}
						keywords={[code]}
						onSelect={() => onPick(code)}
						className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[8px] px-3 data-[selected=true]:bg-sunken"
					>
						<Check
							aria-hidden="true"
							className={classNames("size-4 shrink-0 text-accent", code !== chosenCode && "invisible")}
						/>
						{name}
						{code === chosenCode && <span className="sr-only">(chosen)</span>}
					</Command.Item>
				))}
			</Command.List>
		</Command>
	);
}
