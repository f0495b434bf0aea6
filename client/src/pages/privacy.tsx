import { lazy, Suspense } from "react";
import { ContactLink } from "#client/components/layout/contact-link.tsx";
import { Clause, LegalPage, TEXT_LINK } from "#client/components/layout/legal-page.tsx";
import { useCurrentUser } from "#client/features/account/auth/auth.queries.ts";

/** Only signed-in users need this code. */
const AccountActions = lazy(async () => ({
	default: (await import("#client/features/account/account-actions.tsx")).AccountActions,
}));

/**
 * `/privacy`. Keep it true: retention is in `server/public/views`, VAT evidence in onboarding, data export and what
 * remains after deletion in `server/account` and `server/moderation/disabling`.
 */
export function PrivacyPage() {
	return (
		<LegalPage
			heading="Privacy Policy"
			updated="August 22, 2025"
			intro="We keep as little about people as the service can work with. This page says what that is, why we need it, who else sees it, and when it goes."
		>
			<Clause heading="1. Who is responsible">
				<p>
					[Company name], [registered address], Portugal, tax number [NIF], is the controller of the personal data
					described here. Write to [privacy e-mail address] or use the{" "}
					<ContactLink className={TEXT_LINK}>contact form</ContactLink>.
				</p>
			</Clause>
			<Clause heading="2. When you have an account">
				<ul>
					<li>
						<strong>From Google, when you sign in:</strong> your account's identifier, e-mail address, name and profile
						picture. We never see your Google password and ask for nothing else in your Google account.
					</li>
					<li>
						<strong>From you, at onboarding:</strong> your full name, country of residence and, for businesses, name,
						address and VAT number; and that you accepted these texts, with the date.
					</li>
					<li>
						<strong>For tax:</strong> the IP address you use at onboarding, the country it belongs to, and the country
						of your card. European VAT rules ask us to keep two pieces of evidence of where a customer is.
					</li>
					<li>
						<strong>What you make:</strong> your links with their pictures, titles, descriptions and targets. They are
						public by nature: anyone with a link can see them. We check daily whether the targets still exist.
					</li>
					<li>
						<strong>Your API keys, if you make any:</strong> their names and permissions, and when and from which
						country each was last used. We keep a hash of a key, not the key itself.
					</li>
					<li>
						<strong>Your webhooks, if you make any:</strong> their addresses and events, and for 30 days what we sent to
						them and how they answered.
					</li>
					<li>
						<strong>Mail to you:</strong> which mails you want, your time zone, what each mail was about, and whether
						your address took it. Mails contain no images, and we don't see whether you open them.
					</li>
					<li>
						<strong>Your subscription:</strong> plan, state, periods and payments. Card numbers go to Stripe alone and
						never reach our servers.
					</li>
				</ul>
			</Clause>
			<Clause heading="3. When you open one of our links">
				<p>Every time a short link is opened we store one view:</p>
				<ul>
					<li>the time, and which link it was;</li>
					<li>
						your IP address, <strong>shortened before it is stored</strong> to its network (the first 24 bits of an IPv4
						address, the first 48 of an IPv6 address); the full address is neither stored nor logged;
					</li>
					<li>the name your browser gives itself (user agent), and the size of its window where it tells us;</li>
					<li>where the click came from, as one word or host name, such as "instagram";</li>
					<li>whether we take the visitor for a person or a bot;</li>
					<li>
						a number, made from your IP address and user agent with a secret of that day. It tells how many different
						people came on one day. The secret is deleted 48 hours after the day began, so that no two days can be tied
						together.
					</li>
				</ul>
				<p>
					<strong>Links set no cookies and read none.</strong> The owner of a link sees counts, such as by country or
					kind of browser, and in their own data the time and source of each view, but not visitors. We build no
					profiles and do not follow anyone from link to link. When owners use "Open" to visit their own link, we keep
					nothing of that visit.
				</p>
				<p>
					When you report a link, we store what you enter: the reason, the details and, if you give one, your e-mail
					address. To recognize repeated reports we also store keyed hashes of your IP address and of its network, not
					the address itself. The owner of the link sees nothing of you or your words: their own data names only the
					reason, the time and our decision.
				</p>
			</Clause>
			<Clause heading="4. Cookies and browser storage">
				<p>
					One cookie, set when you sign in, keeps you signed in. It is strictly necessary, so there is no banner. Your
					browser's own storage remembers that you have tried the demo on our home page, and which platforms' previews
					you have pinned. Until you close the tab it also remembers the plan you picked and the page you began a link
					with while you sign in, and that you continued to Stripe. None of it tells us who you are.
				</p>
			</Clause>
			<Clause heading="5. Why we may do this">
				<ul>
					<li>To give you the service you signed up for (GDPR, Article 6(1)(b)).</li>
					<li>To keep invoices and evidence for VAT, as the law asks (Article 6(1)(c)).</li>
					<li>
						To count views and to keep the service safe from abuse, which is our legitimate interest (Article 6(1)(f)).
						You may object.
					</li>
				</ul>
			</Clause>
			<Clause heading="6. Who else receives data">
				<ul>
					<li>
						<strong>Google</strong> (Google Ireland Ltd.), for signing in. Where we check links with Google Web Risk, it
						gets the addresses that links lead to when they are saved, and nothing about you or your visitors.
					</li>
					<li>
						<strong>Stripe</strong> (Stripe Payments Europe Ltd.), for payments, invoices and tax.
					</li>
					<li>
						<strong>[Hosting provider]</strong>, who runs our servers on our behalf, in [hosting region].
					</li>
					<li>
						<strong>[E-mail provider]</strong>, who delivers our mail to you: your address and the mail.
					</li>
				</ul>
				<p>
					Where data leaves the European Economic Area, it does so under an adequacy decision or the Commission's
					standard contractual clauses. We sell data to nobody and show no advertising.
				</p>
			</Clause>
			<Clause heading="7. How long we keep it">
				<ul>
					<li>The shortened IP address of a view, and the number of its visitor: 90 days.</li>
					<li>
						The user agent of a view: 13 months. The rest of a view (its time, its source, whether it was a person or a
						bot and of which kind, the size of the window): 14 months. After that there remain the counts of each day by
						country, device, browser, system and source.
					</li>
					<li>
						Your account, links and pictures: as long as you have the account. A picture you replaced stays reachable
						for that long, because posts on social networks still show it.
					</li>
					<li>Mails that we sent you: 30 days.</li>
					<li>
						When you delete your account: your name, e-mail address, business details, IP address and consents go at
						once, and so do your links, API keys, mails and sessions. Views and pictures follow within two days; a
						picture that somebody else has uploaded too stays with them. Copies that social networks made of a preview
						are theirs to remove.
					</li>
					<li>
						Invoices and evidence for VAT: 10 years, as Portuguese tax law asks. Of a deleted account we keep the date,
						amount and invoice number of each payment with the countries of card and IP address, without a name; the
						invoices themselves stay with Stripe. Your user name stays taken, so that nobody else can answer at your
						addresses.
					</li>
					<li>
						A report of a link: your e-mail address until 30 days after our decision, the hashes of your IP address and
						network until the decision, and the report itself for a year after it.
					</li>
					<li>
						A withdrawal from a contract: your name, e-mail address and the contract, until three years after we settled
						it. It is proof for both of us, so it stays when you delete your account.
					</li>
					<li>
						If we had disabled your account or closed a link of yours for abuse, we keep two keyed hashes after you
						delete it, one of your Google account's identifier and one of your e-mail address, until we lift the
						decision. They serve to recognize you when you sign in again, and tell nobody who you are.
					</li>
					<li>Your session: until you sign out, or it runs out by itself.</li>
				</ul>
			</Clause>
			<Clause heading="8. Your rights">
				<p>
					You can take your data along as a file (JSON), and delete your account, by yourself and at any time: on the
					dashboard under "Subscription", or right here when you are signed in, with or without a subscription. Deleting
					the account ends the subscription at once.
				</p>
				<OwnData />
				<p>
					You may also ask us for a copy of your data, have it corrected, erased or handed over, restrict or object to
					its use, and take back a consent at any time. Write to us and we answer within a month. You may also complain
					to the Portuguese data protection authority, the Comissão Nacional de Proteção de Dados (CNPD), or to the one
					where you live.
				</p>
			</Clause>
			<Clause heading="9. Safety">
				<p>
					Connections are encrypted. Access to stored data is limited to the people who run the service. If something
					ever goes wrong with your data, we notify you and the authority as the law requires.
				</p>
			</Clause>
			<Clause heading="10. Changes">
				<p>
					When this text changes, the date above changes with it. Before a change that matters to you takes effect, we
					write to the e-mail address of your account.
				</p>
			</Clause>
		</LegalPage>
	);
}

function OwnData() {
	const { user } = useCurrentUser();
	if (!user) return null;
	return (
		<Suspense>
			<AccountActions user={user} />
		</Suspense>
	);
}
