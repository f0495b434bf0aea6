import { FAQS } from "./faq-entries.ts";

/** The landing page's FAQs for search engines (schema.org FAQPage). */
export function landingStructuredData() {
	return {
		"@context": "https://schema.org",
		"@type": "FAQPage",
		mainEntity: FAQS.filter((entry) => entry.isStructured).map(({ question, answer }) => ({
			"@type": "Question",
			name: question,
			acceptedAnswer: { "@type": "Answer", text: answer },
		})),
	};
}
