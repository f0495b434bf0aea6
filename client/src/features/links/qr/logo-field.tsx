import { X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { FileInput } from "#client/components/ui/file-input.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { IMAGE_TYPES } from "#shared/links/images/image-file.ts";
import { type QrLogo, readLogo } from "./qr-logo.ts";

type LogoFieldProps = { logo: QrLogo | null; isAllowed: boolean; onChange: (logo: QrLogo | null) => void };

export function LogoField({ logo, isAllowed, onChange }: LogoFieldProps) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const [problem, setProblem] = useState<string | null>(null);

	async function pick(file: File): Promise<void> {
		const read = await readLogo(file);
		setProblem("problem" in read ? read.problem : null);
		if (!("problem" in read)) onChange(read);
	}

	function remove(): void {
		onChange(null);
		input.current?.focus();
	}

	return (
		<div className="flex flex-col gap-1.5">
			<label htmlFor={id} className="font-semibold">
				Logo <span className="ml-0.5 text-sm font-normal text-muted">optional</span>
			</label>
			<FileInput
				ref={input}
				id={id}
				accept={IMAGE_TYPES.join(",")}
				disabled={!isAllowed}
				aria-describedby={`${id}-message`}
				fileName={logo?.name ?? null}
				onPick={(file) => void pick(file)}
			/>
			<p id={`${id}-message`} className="text-sm text-muted">
				{isAllowed ? (
					(problem && <span className="text-danger">{problem}</span>) ||
					"JPG, PNG or WebP. It never leaves your browser."
				) : (
					<UpgradeLink feature="qrLogo" />
				)}
			</p>
			{logo && (
				<Button size="sm" variant="ghost" className="self-start" onClick={remove}>
					<X aria-hidden="true" />
					Remove logo
				</Button>
			)}
		</div>
	);
}
