import { buttonClass } from "#client/components/ui/button.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { LANGUAGES, type Language } from "#shared/api/v1/code-examples.ts";

type CodeBlockProps = {
	/** For screen readers: what the code does. */
	label: string;
	code: string;
	title?: string;
	/** Shown for this language alone. */
	language?: Language | undefined;
};

/** Code in a box of its own, with a button that copies it. Long lines scroll within. */
export function CodeBlock({ label, code, title, language }: CodeBlockProps) {
	return (
		<figure
			data-code={language}
			aria-label={label}
			className={classNames("min-w-0 overflow-hidden rounded-control border bg-sunken", language && SHOWN[language])}
		>
			<figcaption className="flex min-h-11 items-center justify-between gap-3 border-b py-0.5 pr-1 pl-4 text-sm text-muted">
				<span className="min-w-0 truncate">{title ?? (language && LANGUAGES[language])}</span>
				<button
					type="button"
					data-copy
					data-scripted
					aria-label={`Copy: ${label}`}
					className={buttonClass({ variant: "ghost", size: "sm" })}
				>
					Copy
				</button>
			</figcaption>
			<pre
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keys
				tabIndex={0}
				className="max-h-[30rem] overflow-auto p-4 text-[0.8125rem] leading-relaxed"
			>
				<code>
					{tokensOf(code).map(({ text, look }, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the code never changes
						<span key={index} className={look}>
							{text}
						</span>
					))}
				</code>
			</pre>
		</figure>
	);
}

/** By the language of the page, which its one switch sets; without scripts a style sheet shows all of them. */
const SHOWN: Record<Language, string> = {
	curl: "hidden group-data-[language=curl]/page:block",
	typescript: "hidden group-data-[language=typescript]/page:block",
	python: "hidden group-data-[language=python]/page:block",
};

type ExamplesProps = { label: string; code: Record<Language, string> };

/** The same call in each language. */
export function Examples({ label, code }: ExamplesProps) {
	return (Object.keys(LANGUAGES) as Language[]).map((language) => (
		<CodeBlock key={language} language={language} label={`${label}, in ${LANGUAGES[language]}`} code={code[language]} />
	));
}

const TOKENS =
	/(?<key>"\w+"(?=: ))|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|(?<word>\b(?:curl|import|from|const|await|new|if|throw|with|as|print|export|for|of)\b)|(?<flag>(?<=\s)-[A-Za-z]\b)/g;

/** A code's parts with their looks: texts, and what the language itself knows. */
function tokensOf(code: string): { text: string; look?: string }[] {
	const tokens: { text: string; look?: string }[] = [];
	let end = 0;
	for (const { 0: text, index, groups } of code.matchAll(TOKENS)) {
		if (index > end) tokens.push({ text: code.slice(end, index) });
		tokens.push(groups?.key ? { text } : { text, look: groups?.text ? "text-good" : "text-human" });
		end = index + text.length;
	}
	return [...tokens, { text: code.slice(end) }];
}
