import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Counter } from "#client/components/ui/counter.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { logFailure } from "#client/lib/log.ts";
import { LINK_LIMITS } from "#shared/links/field-schemas.ts";
import { IMAGE_SIZE } from "#shared/links/images/image-file.ts";
import { cleanLine } from "#shared/platform/plain-text.ts";
import { drawTemplate, loadFace } from "./draw-template.ts";
import { ImageLack, type Lack } from "./image-lack.tsx";
import { asJpeg } from "./open-image.ts";
import { TEMPLATES, type Template } from "./templates.ts";

type TemplatePickerProps = {
	title: string;
	/** The chosen image; null if it can't be drawn on. */
	image: HTMLImageElement | null;
	lack: Lack;
	onLoadAgain: () => void;
	templateId: string | undefined;
	onUse: (file: File, templateId: string) => void;
	onCancel: () => void;
};

const QUALITY = 0.95;

export function TemplatePicker(props: TemplatePickerProps) {
	const { image, lack, templateId, onLoadAgain, onUse, onCancel } = props;
	const name = useId();
	const [text, setText] = useState(props.title);
	const title = cleanLine(text);
	const [chosen, setChosen] = useState(() => TEMPLATES.find(({ id }) => id === templateId) ?? TEMPLATES[0]);
	const canvases = useRef(new Map<string, HTMLCanvasElement>());
	const hasFace = useFace();
	const [isUndrawn, setIsUndrawn] = useState(false);
	const isEmpty = title === "";
	/** A newly opened dialog shows no error. */
	const [wasTyped, setWasTyped] = useState(false);

	// biome-ignore lint/correctness/useExhaustiveDependencies: once the face is there, all is drawn again
	useEffect(() => {
		for (const template of TEMPLATES) {
			const context = canvases.current.get(template.id)?.getContext("2d", { willReadFrequently: true });
			// Exposed for tests, as measured.
			if (context) context.canvas.dataset.contrast = drawTemplate(context, { template, title, image }).toFixed(2);
		}
	}, [title, image, hasFace]);

	async function use(): Promise<void> {
		const canvas = chosen && canvases.current.get(chosen.id);
		if (!canvas || isEmpty) return;
		setIsUndrawn(false);
		try {
			const drawn = await asJpeg(canvas, QUALITY);
			onUse(new File([drawn], `Title on ${chosen.name.toLowerCase()}.jpg`, { type: "image/jpeg" }), chosen.id);
		} catch (error) {
			logFailure("The image could not be drawn.", error);
			setIsUndrawn(true);
		}
	}

	return (
		<>
			<Field
				label="Text on the image"
				isRequired
				aside={<Counter length={title.length} max={LINK_LIMITS.title} />}
				error={isEmpty && wasTyped ? "Add some text" : null}
				hint={isEmpty ? "Add some text" : undefined}
			>
				{(control) => (
					<Input
						{...control}
						dir="auto"
						value={text}
						maxLength={LINK_LIMITS.title}
						onChange={(event) => {
							setText(event.target.value);
							setWasTyped(true);
						}}
					/>
				)}
			</Field>
			<fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-4">
				<legend className="sr-only">Template</legend>
				{TEMPLATES.map((template) => (
					<Choice
						key={template.id}
						name={name}
						template={template}
						isChosen={template === chosen}
						isOff={template.ground.kind === "picture" && image === null}
						onChoose={() => setChosen(template)}
						keepCanvas={(canvas) => {
							if (canvas) canvases.current.set(template.id, canvas);
							else canvases.current.delete(template.id);
						}}
					/>
				))}
			</fieldset>
			{image === null && <ImageLack lack={lack} onLoadAgain={onLoadAgain} />}
			{isUndrawn && (
				<p role="alert" className="text-danger">
					The image could not be drawn. Please try again.
				</p>
			)}
			<div className="flex flex-col-reverse gap-3 pt-1 sm:flex-row sm:flex-wrap sm:justify-end">
				<Button variant="secondary" onClick={onCancel}>
					Cancel
				</Button>
				<Button disabled={isEmpty} onClick={() => void use()}>
					Use this image
				</Button>
			</div>
		</>
	);
}

type ChoiceProps = {
	name: string;
	template: Template;
	isChosen: boolean;
	isOff: boolean;
	onChoose: () => void;
	keepCanvas: (canvas: HTMLCanvasElement | null) => void;
};

function Choice({ name, template, isChosen, isOff, onChoose, keepCanvas }: ChoiceProps) {
	return (
		<label
			className={classNames(
				"relative flex flex-col gap-1 rounded-control text-sm focus-ring-within",
				isOff ? "cursor-not-allowed text-muted" : "cursor-pointer",
			)}
		>
			<input
				type="radio"
				name={name}
				value={template.id}
				checked={isChosen}
				disabled={isOff}
				onChange={onChoose}
				className="absolute inset-0 size-full cursor-[inherit] opacity-0"
			/>
			<canvas
				ref={keepCanvas}
				width={IMAGE_SIZE.width}
				height={IMAGE_SIZE.height}
				className={classNames(
					"aspect-[1200/630] w-full rounded-control border-2",
					isChosen ? "border-accent" : "border-line",
					isOff && "opacity-40",
				)}
			/>
			<span className={classNames("px-0.5", isChosen && "font-semibold")}>{template.name}</span>
		</label>
	);
}

/** Whether the titles' font has loaded; until then, a system font is used. */
function useFace(): boolean {
	const [hasFace, setHasFace] = useState(false);
	useEffect(() => {
		loadFace().then(
			() => setHasFace(true),
			(error: unknown) => logFailure("The title font could not be loaded.", error),
		);
	}, []);
	return hasFace;
}
