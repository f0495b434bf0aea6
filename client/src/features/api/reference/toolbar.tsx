import { Input } from "#client/components/ui/input.tsx";
import { LANGUAGES } from "#shared/api/v1/code-examples.ts";

/** The search and the switch of languages, in view while the page scrolls on wide screens. */
export function Toolbar() {
	return (
		<div
			data-scripted
			className="z-20 -mx-4 flex flex-wrap items-center gap-3 border-b bg-paper px-4 py-3 sm:-mx-6 sm:px-6 md:sticky md:top-16 short:static!"
		>
			<search className="min-w-40 flex-1">
				<Input
					type="search"
					data-search
					aria-label="Search routes and fields"
					placeholder="Search routes and fields"
					autoComplete="off"
				/>
			</search>
			<fieldset className="flex w-fit max-w-full min-w-0 gap-1 rounded-control border bg-sunken p-1">
				<legend className="sr-only">Language of the examples</legend>
				{Object.entries(LANGUAGES).map(([value, label]) => (
					<label key={value} className="focus-ring-within relative rounded-[7px]">
						<input
							type="radio"
							name="language"
							value={value}
							defaultChecked={value === "curl"}
							className="peer absolute inset-0 size-full cursor-pointer appearance-none outline-none"
						/>
						<span className="flex min-h-11 items-center rounded-[7px] border border-transparent px-2.5 text-sm font-semibold text-muted transition-colors peer-checked:border-line peer-checked:bg-surface peer-checked:text-ink peer-hover:text-ink sm:px-3 md:min-h-9 dark:peer-checked:border-control dark:peer-checked:bg-line">
							{label}
						</span>
					</label>
				))}
			</fieldset>
			<p data-found role="status" className="w-full text-sm text-muted empty:hidden" />
		</div>
	);
}
