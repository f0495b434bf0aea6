import { Link } from "wouter";
import { ContactLink } from "#client/components/layout/contact-link.tsx";
import { Clause, LegalPage, TEXT_LINK } from "#client/components/layout/legal-page.tsx";
import { paths } from "#client/lib/paths.ts";
import { vatNote } from "#client/lib/public-origin.ts";

export function TermsPage() {
	return (
		<LegalPage
			heading="Terms and Conditions"
			updated="August 22, 2025"
			intro="These are the terms under which you use Visualink. They are short because the service is simple. By creating an account you accept them."
		>
			<Clause heading="1. Who we are">
				<p>
					The service is run by [Company name], [registered address], Portugal, tax number [NIF], [e-mail address],
					called "we" here. "You" are the person or business that holds the account.
				</p>
			</Clause>
			<Clause heading="2. The service">
				<p>
					You create short links with a picture, a title and a description of your choice. Social networks that fetch
					such a link are shown these; people who open it are sent to the target you named. We count how often a link is
					opened, by people and by bots.
				</p>
				<p>
					How a preview is shown is decided by each network. Networks keep copies of previews for a while, and they may
					change how they work; we can't promise how a particular one shows a particular link.
				</p>
			</Clause>
			<Clause heading="3. Your account">
				<p>
					You sign in with a Google account whose e-mail address is verified, and you must be at least 18 years old.
					Keep your Google account safe: what is done through it counts as done by you. The details you give at
					onboarding must be true, because invoices and tax depend on them.
				</p>
				<p>
					You may delete your account at any time, by yourself. Its subscription and its links then end at once, and the
					time that is left is not refunded. Who wants to use the 30-day guarantee below writes to us first.
				</p>
			</Clause>
			<Clause heading="4. Plans and payment">
				<ul>
					<li>Plans are billed in euros, monthly or yearly, in advance, by card through Stripe.</li>
					<li>{vatNote()}</li>
					<li>Invoices are issued from Portugal.</li>
					<li>A subscription renews by itself at the end of each period until you cancel it.</li>
					<li>
						A higher plan starts immediately: unused time is credited, and the difference is charged, or kept as credit
						for your next invoices. A lower plan starts when the paid period ends. The same plan changes to yearly
						billing at once, and to monthly billing when the paid period ends.
					</li>
					<li>
						A promotion code takes 50% off your first payment; FIRST50OFF takes 50% off your first month, on plans that
						are paid monthly. A code works while our pricing page names it, for customers who have not paid yet: one
						code per customer, once.
					</li>
					<li>
						We may change prices for future periods, and tell you at least 30 days before. You can cancel until then.
					</li>
				</ul>
			</Clause>
			<Clause heading="5. Cancelling">
				<p>
					You can cancel at any time on your dashboard. The plan stays active until the end of the period you have paid
					for, and you can take the cancellation back until then. If the payment for a new period has failed or has not
					been taken yet, the plan ends at once and its invoice is voided.
				</p>
				<p>
					If you dispute a payment with your bank and the bank decides for you, the subscription that it paid for ends
					at once.
				</p>
				<p>
					Credit that is left stays for later invoices. If you don't subscribe again, or delete your account, write to
					us: we refund the credit that came from your payments to the card that paid. If a payment goes back to you, by
					the guarantee below or your bank, the credit that came from it ends with it.
				</p>
				<p>
					<strong>A lapsed subscription never breaks what you have shared:</strong> existing links keep showing their
					preview and sending people on. Creating and editing links stops until you subscribe again.
				</p>
			</Clause>
			<Clause heading="6. 30-day satisfaction guarantee">
				<p>
					If you are not satisfied, write to us within 30 days of your first payment and we return it in full, to the
					card it came from, without asking why. This comes on top of the rights that consumers have by law, among them
					the right to withdraw within 14 days.
				</p>
			</Clause>
			<Clause heading="7. Fair use">
				<p>You may not use links, images or texts that</p>
				<ul>
					<li>deceive people about where a link leads, to take their passwords, money or data;</li>
					<li>spread malware, or are sent as spam;</li>
					<li>break the law, or the rights of others, such as copyright, trade marks and privacy;</li>
					<li>show violence against or abuse of people, or call for it;</li>
					<li>work around a network's ban or our limits, or put an unreasonable load on the service.</li>
				</ul>
				<p>
					We may disable a link, or in serious or repeated cases an account, that breaks these rules. Where possible, we
					notify you first and hear your side. To report a link, use the{" "}
					<ContactLink className={TEXT_LINK}>contact form</ContactLink>.
				</p>
			</Clause>
			<Clause heading="8. Your content">
				<p>
					What you upload and write stays yours. You allow us to store it, change its size and format, and show it to
					people who open your links, which is what the service is for. You confirm that you may use it.
				</p>
			</Clause>
			<Clause heading="9. Limits of the plans">
				<p>
					Each plan has a number of links that you may create in a calendar month; it is shown on the pricing page and
					on your dashboard. Deleted links count for the month in which they were created.
				</p>
			</Clause>
			<Clause heading="10. Availability and liability">
				<p>
					We work to keep links available at all times but can't promise that nothing ever fails. We are liable without
					limit for intent and gross negligence and where the law says so; otherwise for foreseeable damage only, up to
					what you paid us in the last 12 months. Rights that consumers have by law are untouched.
				</p>
			</Clause>
			<Clause heading="11. Privacy">
				<p>
					What we store and for how long stands in the{" "}
					<Link href={paths.privacy} className={TEXT_LINK}>
						Privacy Policy
					</Link>
					.
				</p>
			</Clause>
			<Clause heading="12. Changes and law">
				<p>
					We may change these terms and tell you by e-mail at least 30 days before; if you do not agree, you can cancel.
					Portuguese law applies. If you are a consumer, the protection of the law where you live stays with you, and
					you may bring a dispute before the courts there. The European Union's consumer dispute bodies are open to you
					as well.
				</p>
			</Clause>
			<p className="mt-10 border-t pt-6">
				<Link href={paths.withdraw} className={TEXT_LINK}>
					Withdraw from contract here
				</Link>
			</p>
		</LegalPage>
	);
}
