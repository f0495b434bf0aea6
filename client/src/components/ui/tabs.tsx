import * as RadixTabs from "@radix-ui/react-tabs";
import type { ComponentProps } from "react";
import { classNames } from "#client/lib/class-names.ts";

/** `<Tabs defaultValue="a"><TabList aria-label="..."><Tab value="a">A</Tab></TabList><TabPanel value="a">...</TabPanel></Tabs>` */
export const Tabs = RadixTabs.Root;

export function TabList({ className, ...rest }: ComponentProps<typeof RadixTabs.List>) {
	return (
		<RadixTabs.List
			{...rest}
			className={classNames("inline-flex max-w-full gap-1 rounded-control border bg-sunken p-1", className)}
		/>
	);
}

export function Tab({ className, ...rest }: ComponentProps<typeof RadixTabs.Trigger>) {
	return (
		<RadixTabs.Trigger
			{...rest}
			className={classNames(
				"inline-flex min-h-11 flex-1 items-center justify-center gap-2 rounded-[7px] border border-transparent px-4 text-sm font-semibold whitespace-nowrap text-muted transition-colors md:min-h-9",
				"hover:not-disabled:text-ink data-[state=active]:border-line data-[state=active]:bg-surface data-[state=active]:text-ink disabled:cursor-not-allowed",
				// Lighter than its background in both themes: darker ones look pressed.
				"dark:data-[state=active]:border-control dark:data-[state=active]:bg-line",
				className,
			)}
		/>
	);
}

type TabPanelProps = Omit<ComponentProps<typeof RadixTabs.Content>, "forceMount"> & {
	/** Whether its content stays mounted, but hidden, while another tab is open. */
	keepsContent?: boolean;
};

export function TabPanel({ keepsContent = false, className, ...rest }: TabPanelProps) {
	return (
		<RadixTabs.Content
			{...rest}
			{...(keepsContent && { forceMount: true })}
			className={classNames("rounded-control data-[state=inactive]:hidden", className)}
		/>
	);
}
