import { BRANDS, type Brand } from "#server/moderation/guard/brands.ts";
import type { ModeratedCard } from "#server/moderation/guard/judge.ts";
import { cardsOf, realPages } from "./corpus.ts";

const TOTAL = 5_000;
/** Pages of brands themselves, where they ask people to log in. */
const OWN = 500;

/** What others write about brands, and sell of theirs; `{}` is the name. */
const ABOUT: [title: string, description: string, target: string][] = [
	["{} raises its prices", "What customers pay from January", "https://dailyconsumer.news/prices"],
	["How to log in to {} on a new phone", "With pictures", "https://phonehelpers.net/login"],
	["How to verify your {} account step by step", "A guide for beginners", "https://beginnersguide.blog/verify"],
	["Refund from {}: what are your rights?", "Our lawyers answer", "https://rights-advice.org.uk/refund"],
	["Scam warning: fake messages from {}", "They say that your account is locked", "https://fraudwatch.org.au/alerts"],
	["{} reports record profit", "Shares rise by 4 %", "https://marketreport.co/quarter"],
	["Working at {}: our interview with an engineer", "About code, people and coffee", "https://devtalks.fm/episode/12"],
	["Five alternatives to {}", "Compared for small teams", "https://toolfinder.io/alternatives"],
	["Integrate {} with your shop", "Documentation for developers", "https://docs.shopkit.dev/connect"],
	["Sign in with {}", "Choose how you want to continue", "https://app.taskboard.io/signin"],
	["Pay with {} at our checkout", "New for our customers", "https://teashop-bristol.co.uk/pay"],
	["{} outage: users report problems", "Live updates", "https://statuswatch.net/outage"],
	["{} gift ideas for every budget", "Our favourites", "https://giftideas.blog/list"],
	["Second-hand {} goods in Leeds", "Open on Saturdays", "https://secondhand-leeds.co.uk/"],
	["My review of {} after one year", "Good, bad and ugly", "https://honestreviews.site/one-year"],
	["We are now a partner of {}", "What this means for you", "https://agency-north.com/news"],
	["{} account manager (f/m/d)", "Join our team in Munich", "https://jobs.agency-sued.de/1204"],
	["Win a {} voucher in our survey", "Ten minutes of your time", "https://survey.university-press.org/"],
	["The history of {}", "A documentary in three parts", "https://docu-channel.tv/history"],
	["{} vs. the rest: a test", "Which one is faster?", "https://benchlab.org/test"],
	["Find us on {}", "Handmade soap from Jutland", "https://saebe-jylland.dk/"],
	["{}", "Notes from our visit to the headquarters", "https://travelnotes.eu/visit"],
	["{} customers can claim money back after court ruling", "Explained", "https://legalnews.ie/ruling"],
	["Case study: how {} redesigned its login", "By our design team", "https://studio-pixel.design/work"],
	["{}: Erfahrungen und Test", "Lohnt sich das?", "https://testmagazin.info/bericht"],
	["Wie funktioniert {}?", "Anleitung Schritt für Schritt", "https://ratgeber-digital.de/anleitung"],
	["Vorsicht: Phishing im Namen von {}", "So schützen Sie Ihr Konto", "https://mimikama-aktuell.at/phishing"],
	["{} kündigen: Vorlage", "Kostenlos herunterladen", "https://kuendigen-leicht.de/vorlage"],
	["{} : notre avis complet", "Avantages et inconvénients", "https://avis-conso.fr/test"],
	["Comment supprimer son compte {}", "Guide en images", "https://aide-numerique.fr/compte"],
	["Arnaque : faux SMS de {}", "Les bons réflexes", "https://cyber-vigilance.fr/arnaque"],
	["Opiniones sobre {}", "Lo bueno y lo malo", "https://opinionesreales.es/analisis"],
	["Cómo recuperar tu cuenta de {}", "Guía paso a paso", "https://tutorialesfaciles.es/cuenta"],
	["{}: come funziona e quanto costa", "La nostra recensione", "https://guidapratica.it/recensione"],
	["Como funciona o {}", "Tudo o que precisa saber", "https://guiafacil.com.br/tudo"],
	["{}: ervaringen van klanten", "Onze review", "https://vergelijkhet.nl/review"],
	["{} – opinie i porównanie", "Czy warto?", "https://porownywarka-blog.pl/opinie"],
	["{}: отзывы и обзор", "Стоит ли пользоваться", "https://otzyvy-blog.ru/obzor"],
	["Как удалить аккаунт {}", "Инструкция", "https://poleznye-sovety.ru/akkaunt"],
	["{}の使い方を解説", "初心者向けガイド", "https://hajimete-guide.jp/howto"],
	["{}评测:值得用吗", "详细教程", "https://pingce-blog.cn/review"],
	["{} 사용 후기", "장단점 정리", "https://review-note.kr/post"],
	["{} nasıl kullanılır?", "Adım adım rehber", "https://rehber-blog.com.tr/nasil"],
	["كيفية استخدام {}", "شرح بالصور", "https://sharh-arabi.com/guide"],
	["{} का उपयोग कैसे करें", "पूरी जानकारी", "https://hindi-guide.in/upyog"],
];

/** How brands' own pages begin. */
const OF_BRANDS: [title: string, description: string][] = [
	["{}: log in to your account", "Welcome back"],
	["Verify your {} account", "Confirm your identity to continue"],
	["{} rewards", "Claim your gift"],
	["Track your {} parcel", "Enter your number"],
	["Reset your {} password", ""],
];

/** Five thousand honest cards: real pages, what others write about brands, brands' own pages, and some by hand. */
export function honestCards(): ModeratedCard[] {
	const known = [...realPages(), ...cardsOf("honest.txt"), ...Array.from({ length: OWN }, (_, n) => ownPage(n))];
	return [...known, ...Array.from({ length: TOTAL - known.length }, (_, n) => about(n))];
}

function about(n: number): ModeratedCard {
	const [title, description, targetUrl] = ABOUT[n % ABOUT.length] ?? ["", "", ""];
	const { id } = brandAt(n * 7);
	return { title: title.replace("{}", id), description: description.replace("{}", id), slug: "", targetUrl };
}

function ownPage(n: number): ModeratedCard {
	const [title, description] = OF_BRANDS[n % OF_BRANDS.length] ?? ["", ""];
	const { id, domains } = brandAt(n * 3);
	const domain = domains.find((one) => one.includes(".") && !one.endsWith("+")) ?? "";
	return { title: title.replace("{}", id), description, slug: "", targetUrl: `https://www.${domain}/start` };
}

function brandAt(n: number): Brand {
	const brand = BRANDS[n % BRANDS.length];
	if (!brand) throw new Error("No brand");
	return brand;
}
