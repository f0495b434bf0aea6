import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { WithdrawForm } from "#client/features/billing/withdrawal/withdraw-form.tsx";

/** `/withdraw`: the withdrawal function that EU law requires (P577). */
export function WithdrawPage() {
	return (
		<Page width="narrow">
			<PageHeading
				heading="Withdraw from contract"
				text="Consumers in the European Union can withdraw within 14 days, without giving a reason. Our satisfaction guarantee gives everyone 30 days. You don't need to sign in."
			/>
			<div className="mt-8">
				<WithdrawForm />
			</div>
		</Page>
	);
}
