import { ChevronDown } from "lucide-react";

type Entry = { question: string; answer: string };

/** Questions that open their answers, without a script too (P605). Each column grows by itself. */
export function Questions({ entries }: { entries: readonly Entry[] }) {
	const half = Math.ceil(entries.length / 2);
	return (
		<div className="grid items-start gap-3 md:grid-cols-2 md:gap-5">
			{[entries.slice(0, half), entries.slice(half)].map((column) => (
				<div key={column[0]?.question} className="flex flex-col gap-3">
					{column.map((entry) => (
						<Question key={entry.question} {...entry} />
					))}
				</div>
			))}
		</div>
	);
}

function Question({ question, answer }: Entry) {
	return (
		<details className="group rounded-card border bg-surface">
			<summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-card px-5 py-4 [&::-webkit-details-marker]:hidden">
				<h3 className="text-base sm:text-lg">{question}</h3>
				<ChevronDown
					aria-hidden="true"
					className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
				/>
			</summary>
			<p className="px-5 pb-5 text-muted">{answer}</p>
		</details>
	);
}
