import { FileUp } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { buttonClass } from "./button.tsx";

type FileInputProps = Omit<ComponentProps<"input">, "type" | "onChange" | "className"> & {
	id: string;
	fileName: string | null;
	onPick: (file: File) => void;
};

/** Shows the chosen file's name itself: the value is cleared so that the same file can be chosen again. */
export function FileInput({
	id,
	fileName,
	onPick,
	disabled,
	"aria-describedby": describedBy,
	...input
}: FileInputProps) {
	return (
		<div className="relative flex w-fit max-w-full items-center gap-3 rounded-control focus-ring-within">
			<span
				aria-hidden="true"
				className={classNames(buttonClass({ variant: "secondary" }), "shrink-0", disabled && "opacity-55")}
			>
				<FileUp aria-hidden="true" />
				Choose file
			</span>
			<span id={`${id}-name`} className={classNames("min-w-0 truncate pr-2 text-sm", !fileName && "text-muted")}>
				{fileName ?? "No file chosen"}
			</span>
			<input
				{...input}
				id={id}
				type="file"
				disabled={disabled}
				aria-describedby={[`${id}-name`, describedBy].filter(Boolean).join(" ")}
				onChange={(event) => {
					const [file] = event.target.files ?? [];
					if (file) onPick(file);
					event.target.value = "";
				}}
				className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
			/>
		</div>
	);
}
