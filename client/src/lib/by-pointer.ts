/** Hides the focus ring of clicked fields, which browsers always draw. Moving the focus by key shows it again. */
export function watchPointer(): void {
	const { dataset } = document.documentElement;
	document.addEventListener(
		"pointerdown",
		() => {
			dataset.byPointer = "";
		},
		{ capture: true, passive: true },
	);
	document.addEventListener(
		"keydown",
		({ key }) => {
			if (key === "Tab") delete dataset.byPointer;
		},
		{ capture: true, passive: true },
	);
}
