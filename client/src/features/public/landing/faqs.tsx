import { ContactLink } from "#client/components/layout/contact-link.tsx";
import { buttonClass } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { FAQS } from "./faq-entries.ts";
import { Section } from "./section.tsx";

/** Questions and answers; `structured-data.ts` repeats some of them for search engines. */
export function Faqs() {
	return (
		<Section id="faqs" heading="Frequently asked questions">
			<div className="grid items-start gap-5 md:grid-cols-2">
				{FAQS.map(({ question, answer }) => (
					<Card key={question} className="flex h-full flex-col gap-2 p-6">
						<h3 className="text-lg">{question}</h3>
						<p className="text-muted">{answer}</p>
					</Card>
				))}
			</div>
			<p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
				<span className="text-lg">Something else on your mind?</span>
				<ContactLink className={buttonClass({ variant: "secondary" })}>Contact us</ContactLink>
			</p>
		</Section>
	);
}
