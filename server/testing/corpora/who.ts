import { confusionTable } from "./user-agent-corpora.ts";

/** Prints who gets which answer, by kind of client: `npm run who`. */
const { rows, mistakes } = confusionTable();
const lines = rows.map(({ corpus, card, redirect, universal, total }) =>
	[corpus.padEnd(18), ...[card, redirect, universal, total].map((count) => String(count).padStart(9))].join(" "),
);
const head = ["", "card", "redirect", "universal", "total"].map((text, at) =>
	at === 0 ? text.padEnd(18) : text.padStart(9),
);
process.stdout.write(`${[head.join(" "), ...lines].join("\n")}\n\nNot as expected:\n${mistakes.join("\n")}\n`);
