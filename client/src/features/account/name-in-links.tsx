import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { FormEnd } from "#client/components/ui/form-end.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { formatDate } from "#client/lib/format.ts";
import { shortDomain } from "#client/lib/public-origin.ts";
import { useRefusal } from "#client/lib/use-refusal.ts";
import {
	type NameInLinks as Known,
	NAME_CHANGES_MAX,
	nameChange,
	USER_NAME_MAX,
} from "#shared/account/auth/user-name.ts";
import { publicLinkPath } from "#shared/platform/api-paths.ts";
import { cleanSlug } from "#shared/platform/plain-text.ts";
import { nameInLinksQuery, useChangeName } from "./name.queries.ts";

/** The user's name in links, and its change (P325); nothing if it can't be loaded. */
export function NameInLinks() {
	const { data: known, isPending } = useQuery(nameInLinksQuery);
	const { isActive } = useActiveSubscription();
	const [isEditing, setIsEditing] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	if (isPending) {
		return (
			<div>
				{/* As high as what comes: on a phone the button has a line. */}
				<Skeleton className={isActive ? "h-29 sm:h-14" : "h-14"} />
			</div>
		);
	}
	if (!known) return null;

	function close(): void {
		setIsEditing(false);
		// After it has been rendered again.
		requestAnimationFrame(() => button.current?.focus());
	}

	return (
		<section aria-label="Name in your links" className="flex flex-wrap items-end justify-between gap-4">
			{isEditing ? (
				<NameForm known={known} onClose={close} />
			) : (
				<>
					<div className="min-w-0">
						<h2 className="text-xl">Name in your links</h2>
						<p className="mt-1.5 break-all">{prefixOf(known.name)}</p>
						{known.formerNames.length > 0 && (
							<p className="mt-1 text-sm break-words text-muted">Also reachable by {known.formerNames.join(", ")}</p>
						)}
					</div>
					{isActive && (
						<Button ref={button} variant="secondary" onClick={() => setIsEditing(true)}>
							Change name
						</Button>
					)}
				</>
			)}
		</section>
	);
}

function NameForm({ known, onClose }: { known: Known; onClose: () => void }) {
	const element = useRef<HTMLFormElement>(null);
	const [name, setName] = useState(known.name);
	const [mistake, setMistake] = useState<string | null>(null);
	const { mutate, isPending, error } = useChangeName();
	const reason = useRefusal({
		form: element,
		error,
		placeOf: (field) => (field === "name" ? "name" : undefined),
		showAt: (_, message) => setMistake(message),
	});
	const isSpent = known.changesLeft === 0;

	function submit(event: FormEvent): void {
		event.preventDefault();
		const read = nameChange.safeParse({ name });
		if (!read.success) {
			setMistake(read.error.issues[0]?.message ?? null);
			element.current?.querySelector("input")?.focus();
			return;
		}
		if (read.data.name === known.name) {
			onClose();
			return;
		}
		mutate(read.data.name, {
			onSuccess: ({ name: changed }) => {
				toast({
					title: "Name changed",
					description: `Your links now start with ${prefixOf(changed)}`,
					variant: "success",
				});
				onClose();
			},
			onError: (failure) => toastFailure("Could not change your name", failure),
		});
	}

	return (
		<form ref={element} noValidate onSubmit={submit} className="flex w-full max-w-xl flex-col gap-4">
			<Field label="Name in your links" hint={<Hint known={known} typed={name} />} error={mistake} isRequired>
				{(control) => (
					<Input
						{...control}
						name="name"
						value={name}
						maxLength={2 * USER_NAME_MAX}
						onChange={(event) => {
							setMistake(null);
							setName(event.target.value.toLowerCase());
						}}
						disabled={isPending || isSpent}
						autoFocus
						autoComplete="off"
						autoCapitalize="none"
						spellCheck={false}
					/>
				)}
			</Field>
			<FormEnd reason={reason} submit="Save name" isBusy={isPending} isDisabled={isSpent} onCancel={onClose} />
		</form>
	);
}

function Hint({ known: { changesLeft, nextChangeAt }, typed }: { known: Known; typed: string }) {
	const limit =
		nextChangeAt === null
			? `You can change it ${changesLeft === NAME_CHANGES_MAX ? "twice" : "once more"} within a year.`
			: `You have changed it twice within a year. You can change it again on ${formatDate(nextChangeAt)}.`;
	return (
		<>
			<span className="block break-all">{prefixOf(cleanSlug(typed) || "…")}</span>
			<span className="block">{limit} Links with your former name keep working, and nobody else gets it.</span>
		</>
	);
}

function prefixOf(name: string): string {
	return `${shortDomain()}${publicLinkPath(name, "")}`;
}
