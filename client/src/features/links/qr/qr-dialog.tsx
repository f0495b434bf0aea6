import { Download } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { CONTROL_CLASS } from "#client/components/ui/input.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { shortAddress } from "#client/lib/format.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";
import type { LinkView } from "#shared/links/link.ts";
import { PNG_SIZES, type PngSize, QR_COLOURS } from "#shared/links/qr/qr-look.ts";
import { ColourField } from "./colour-field.tsx";
import { LogoField } from "./logo-field.tsx";
import type { QrLogo } from "./qr-logo.ts";
import { useQrCode } from "./use-qr-code.ts";

type QrDialogProps = {
	link: Pick<LinkView, "title" | "linkSlug" | "shortUrl"> | null;
	onClose: () => void;
};

/** A link's QR code, to color and download (P185). */
export function QrDialog({ link, onClose }: QrDialogProps) {
	return link && <OpenQrDialog link={link} onClose={onClose} />;
}

function OpenQrDialog({ link, onClose }: QrDialogProps & { link: NonNullable<QrDialogProps["link"]> }) {
	const id = useId();
	const { subscription } = useActiveSubscription();
	const canvas = useRef<HTMLCanvasElement>(null);
	const [colours, setColours] = useState(QR_COLOURS);
	const [logo, setLogo] = useState<QrLogo | null>(null);
	const [side, setSide] = useState<PngSize>(1024);
	const [busy, setBusy] = useState<"svg" | "png" | null>(null);
	const [failure, setFailure] = useState<string | null>(null);
	const fileName = `qr-${link.linkSlug}`;
	const code = useQrCode(canvas, { shortUrl: link.shortUrl, fileName, colours, logo });

	async function save(kind: "svg" | "png"): Promise<void> {
		setBusy(kind);
		setFailure(null);
		try {
			await (kind === "svg" ? code.saveSvg() : code.savePng(side));
		} catch {
			setFailure("The file could not be made here. Try a smaller size, or the other format.");
		}
		setBusy(null);
	}

	const problem = code.problem ?? failure;
	return (
		<Dialog
			isOpen
			onOpenChange={(staysOpen) => !staysOpen && onClose()}
			title="QR code"
			description={
				<>
					<bdi>{link.title}</bdi>. Scans are counted with the source "qr".
				</>
			}
			actions={
				<>
					<Button variant="secondary" onClick={onClose}>
						Close
					</Button>
					<Button
						variant="secondary"
						disabled={!code.isReady || busy !== null}
						isBusy={busy === "svg"}
						onClick={() => void save("svg")}
					>
						<Download aria-hidden="true" />
						SVG
					</Button>
					<Button disabled={!code.isReady || busy !== null} isBusy={busy === "png"} onClick={() => void save("png")}>
						<Download aria-hidden="true" />
						PNG
					</Button>
				</>
			}
		>
			{code.hasNoTools ? (
				<LoadFailed look="box" onRetry={code.askForTools}>
					We couldn't create the code.
				</LoadFailed>
			) : (
				<div className="mx-auto flex w-full max-w-48 flex-col gap-2">
					<canvas
						ref={canvas}
						role="img"
						aria-label={`QR code for ${shortAddress(code.text)}`}
						className="aspect-square w-full rounded-control border bg-sunken"
					/>
					<p className="text-center text-sm text-muted wrap-anywhere">{shortAddress(code.text)}</p>
				</div>
			)}
			<p role="alert" className="text-sm text-danger empty:hidden">
				{problem}
			</p>
			<div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
				<ColourField
					label="Code"
					value={colours.dark}
					onChange={(dark) => setColours((present) => ({ ...present, dark }))}
				/>
				<ColourField
					label="Background"
					value={colours.light}
					onChange={(light) => setColours((present) => ({ ...present, light }))}
				/>
			</div>
			<LogoField logo={logo} isAllowed={planHas(subscription?.planId, "qrLogo")} onChange={setLogo} />
			<div className="flex flex-col gap-1.5">
				<label htmlFor={id} className="font-semibold">
					Size of the PNG
				</label>
				<select
					id={id}
					value={side}
					onChange={(event) => setSide(Number(event.target.value) as PngSize)}
					className={`${CONTROL_CLASS} h-11 px-3`}
				>
					{PNG_SIZES.map((pixels) => (
						<option key={pixels} value={pixels}>
							{pixels} × {pixels} pixels
						</option>
					))}
				</select>
			</div>
		</Dialog>
	);
}
