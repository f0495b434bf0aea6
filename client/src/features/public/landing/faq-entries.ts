import { codesNote } from "#client/lib/public-origin.ts";

type FaqEntry = {
	question: string;
	answer: string;
	/** Also structured data for search engines. */
	isStructured: boolean;
};

export const FAQS: readonly FaqEntry[] = [
	{
		question: "What is Visualink?",
		answer:
			"A way to decide how a link looks when it is shared. You choose the image, the title and the description. We give you a short link that shows them and sends people to the page you want.",
		isStructured: true,
	},
	{
		question: "Do I need to change my website?",
		answer:
			"No. There is no code to add and nothing to install. It works with any public page, also with pages that are not yours.",
		isStructured: true,
	},
	{
		question: "Where do the previews show up?",
		answer:
			"Wherever links unfold into a card: WhatsApp, Facebook, Instagram messages, X, LinkedIn, Slack, Discord, Telegram, iMessage and many more.",
		isStructured: true,
	},
	{
		question: "How many links can I create?",
		answer:
			"The Starter plan includes up to 20 links a month, and so does Basic. Pro has 150, and Enterprise has no limit. The count starts again on the first day of each month.",
		isStructured: true,
	},
	{
		question: "What happens to my links if I stop paying?",
		answer:
			"They keep working. A lapsed subscription never breaks what you have shared: your links still show their preview and redirect people. Creating and editing links stops until you subscribe again.",
		isStructured: true,
	},
	{
		question: "How do you count views?",
		answer:
			"We count one view each time a link is opened, separately for people and bots. Bots include the crawlers that load previews for social networks. Addresses are shortened before they are stored, and links set no cookies.",
		isStructured: false,
	},
	{
		question: "Can I get my money back?",
		answer:
			"Yes. There is a 30-day satisfaction guarantee: write to us within 30 days of your first payment and we return it, no questions asked.",
		isStructured: true,
	},
	{
		question: "Can I cancel at any time?",
		answer:
			"Yes, with one button on your dashboard. Your plan stays active until the end of the period you have paid for, and you can change your mind until then. If a payment has failed, the button is on the pricing page and in your account menu: your plan then ends at once, and you won't be charged for it.",
		isStructured: false,
	},
	{
		question: "Do I get an invoice?",
		answer:
			"Yes. Invoices are issued from Portugal. Businesses in the European Union can enter their VAT number, and it is printed on the invoice.",
		isStructured: false,
	},
	{
		question: "Is there a discount?",
		answer: `Paying yearly gives you 2 months free per year. ${codesNote()}`,
		isStructured: false,
	},
];
