import { ContactLink } from "#client/components/layout/contact-link.tsx";
import { buttonClass } from "#client/components/ui/button.tsx";
import { Questions } from "#client/components/ui/questions.tsx";
import { FAQS } from "./faq-entries.ts";
import { Section } from "./section.tsx";

/** The FAQs; `structured-data.ts` repeats some for search engines. */
export function Faqs() {
	return (
		<Section id="faqs" heading="Frequently asked questions">
			<Questions entries={FAQS} />
			<p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
				<span className="text-lg">Something else on your mind?</span>
				<ContactLink className={buttonClass({ variant: "secondary" })}>Contact us</ContactLink>
			</p>
		</Section>
	);
}
