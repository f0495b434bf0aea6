import { Button } from "./button.tsx";

type FormEndProps = {
	/** Why the last try was refused, where no field shows it. */
	reason: string | null | undefined;
	submit: string;
	isBusy: boolean;
	isDisabled?: boolean;
	onCancel: () => void;
};

/** The end of a form in a card: why it was refused, the button that sends it, and 'Cancel'. */
export function FormEnd({ reason, submit, isBusy, isDisabled = false, onCancel }: FormEndProps) {
	return (
		<>
			{reason && (
				<p role="alert" className="text-danger">
					{reason}
				</p>
			)}
			<div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
				<Button type="submit" isBusy={isBusy} disabled={isDisabled}>
					{submit}
				</Button>
				<Button variant="ghost" disabled={isBusy} onClick={onCancel}>
					Cancel
				</Button>
			</div>
		</>
	);
}
