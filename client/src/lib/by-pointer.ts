/**
 * Marks the document while a pointer is used: clicked fields then show no focus ring, which browsers always draw.
 * Moving the focus by key unmarks it.
 */
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
