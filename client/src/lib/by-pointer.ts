/**
 * Marks the document while the person uses mouse or touch, so that a field that was clicked shows no focus ring: a
 * browser by itself draws one around every field that has the focus. The key that moves the focus takes the mark away.
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
