import { useId } from "react";
import type { ApiScope } from "#shared/api/keys/api-key.ts";
import { PERMISSIONS } from "./key-words.ts";

type PermissionsProps = {
	chosen: readonly ApiScope[];
	error: string | undefined;
	isDisabled: boolean;
	onChange: (chosen: ApiScope[]) => void;
};

/** What a new key may do: a checkbox each, with a line of what it allows. */
export function Permissions({ chosen, error, isDisabled, onChange }: PermissionsProps) {
	const id = useId();
	return (
		<fieldset aria-describedby={error && `${id}-message`} className="flex flex-col gap-1.5">
			<legend className="mb-1.5 font-semibold">Permissions</legend>
			<div className="flex flex-col divide-y rounded-control border">
				{PERMISSIONS.map(({ scope, label, allows }, index) => (
					<label key={scope} className="flex cursor-pointer items-start gap-3 px-3.5 py-3">
						<input
							type="checkbox"
							name={scope}
							checked={chosen.includes(scope)}
							disabled={isDisabled}
							onChange={({ target }) =>
								onChange(target.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
							}
							aria-labelledby={`${id}-${scope}`}
							aria-describedby={index === 0 && error ? `${id}-${scope}-allows ${id}-message` : `${id}-${scope}-allows`}
							aria-invalid={index === 0 && Boolean(error)}
							className="mt-0.5 size-5 shrink-0 accent-accent"
						/>
						<span className="flex flex-col">
							<span id={`${id}-${scope}`}>{label}</span>
							<span id={`${id}-${scope}-allows`} className="text-sm text-muted">
								{allows}
							</span>
						</span>
					</label>
				))}
			</div>
			{error && (
				<p id={`${id}-message`} className="text-sm text-danger">
					{error}
				</p>
			)}
		</fieldset>
	);
}
