import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Switch } from "#client/components/ui/switch.tsx";
import { ownZone } from "#client/lib/local-time.ts";
import { MAIL_KIND_TEXTS, MAIL_KINDS, type MailKind } from "#shared/account/mail/mail-kinds.ts";
import type { MailSettingsView } from "#shared/account/mail/mail-settings.ts";
import { zoneName } from "#shared/analytics/time-zone.ts";
import { mailSettingsQuery, useMailChange } from "./mail.queries.ts";
import { MailSkeleton } from "./mail-skeleton.tsx";

/** Which mails the owner gets, and whether the address takes them (P674). */
export function MailSection() {
	const { data, isError, isFetching, refetch } = useQuery(mailSettingsQuery);
	if (!data) {
		if (!isError) return <MailSkeleton />;
		return (
			<LoadFailed look="box" isBusy={isFetching} onRetry={() => void refetch()}>
				We couldn't load your email settings.
			</LoadFailed>
		);
	}
	return (
		<Card className="flex flex-col gap-5 p-6">
			<div className="flex flex-col gap-1.5">
				<h2 className="text-xl">Email</h2>
				<p className="break-words text-muted">
					{data.isOn ? `We send to ${data.email}.` : "This Visualink sends no email. You'll find everything on screen."}
				</p>
				{data.mailbox && (
					<a href={data.mailbox} className="self-start font-semibold underline underline-offset-2">
						Open the sandbox's mailbox
					</a>
				)}
			</div>
			{data.isOn && <Choices settings={data} />}
		</Card>
	);
}

function Choices({ settings }: { settings: MailSettingsView }) {
	const { mutate, isPending } = useMailChange();
	const { off, hasBounced, email, timeZone } = settings;
	const own = ownZone();
	const change = (form: Parameters<typeof mutate>[0]) =>
		mutate(form, { onError: (error) => toastFailure("Could not change your email settings", error) });

	function toggle(kind: MailKind, isOn: boolean): void {
		const next = isOn ? off.filter((each) => each !== kind) : [...off, kind];
		// The first change says where the owner is.
		change({ off: next, ...(timeZone === null && { timeZone: own }) });
	}

	return (
		<>
			{hasBounced && (
				<div role="alert" className="flex flex-wrap items-center gap-3 rounded-control border border-danger p-4">
					<p className="min-w-0 grow break-words">Mail to {email} came back three times, so we stopped sending.</p>
					<Button variant="secondary" isBusy={isPending} onClick={() => change({ tryAgain: true })}>
						Try again
					</Button>
				</div>
			)}
			<ul className="flex flex-col divide-y">
				{MAIL_KINDS.map((kind) => (
					<Choice key={kind} kind={kind} isOn={!off.includes(kind)} onChange={(isOn) => toggle(kind, isOn)} />
				))}
			</ul>
			<div className="flex flex-wrap items-center justify-between gap-3 text-sm text-muted">
				<p>Time zone: {zoneName(timeZone ?? "UTC")}</p>
				{(timeZone ?? "UTC") !== own && (
					<Button variant="secondary" size="sm" isBusy={isPending} onClick={() => change({ timeZone: own })}>
						Use {zoneName(own)}
					</Button>
				)}
			</div>
		</>
	);
}

type ChoiceProps = { kind: MailKind; isOn: boolean; onChange: (isOn: boolean) => void };

function Choice({ kind, isOn, onChange }: ChoiceProps) {
	const id = useId();
	const { name, about } = MAIL_KIND_TEXTS[kind];
	return (
		<li className="flex items-center justify-between gap-4 py-4 first:pt-0 last:pb-0">
			<div className="min-w-0">
				<p id={id} className="font-semibold">
					{name}
				</p>
				<p id={`${id}-about`} className="text-sm text-muted">
					{about}
				</p>
			</div>
			<Switch aria-labelledby={id} aria-describedby={`${id}-about`} checked={isOn} onCheckedChange={onChange} />
		</li>
	);
}
