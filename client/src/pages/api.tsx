import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Page } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { useSignInAgain } from "#client/features/account/auth/use-sign-in-again.ts";
import { AssistantsSection } from "#client/features/api/assistants/assistants-section.tsx";
import { apiKeysQuery } from "#client/features/api/keys/api-keys.queries.ts";
import { KeysSection } from "#client/features/api/keys/keys-section.tsx";
import { paths } from "#client/lib/paths.ts";

/** `/admin/api`: what the account's programs need (P651). */
export function ApiPage() {
	const { error } = useQuery(apiKeysQuery);
	useSignInAgain([error]);
	return (
		<Page title="API" isDense>
			<div className="flex items-center gap-1">
				<ButtonLink href={paths.dashboard} variant="ghost" size="icon" className="-ml-3 shrink-0">
					<ArrowLeft aria-hidden="true" />
					<span className="sr-only">Back to dashboard</span>
				</ButtonLink>
				<div>
					<h1 className="text-2xl">API</h1>
					<p className="text-sm text-muted">
						Create and manage links from your own programs.{" "}
						<a href="/developers" className="font-semibold text-ink underline underline-offset-2">
							Documentation
						</a>
					</p>
				</div>
			</div>
			<div className="mt-6 flex max-w-3xl flex-col gap-6">
				<KeysSection />
				<AssistantsSection />
			</div>
		</Page>
	);
}
