/** Hides focus rings of clicked fields, which browsers always draw; moving the focus by key restores them. */
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
