// Any browser must understand this file, so its syntax is of before 2015 (P271), and Biome doesn't modernize it.
(function () {
	function isSupported() {
		try {
			// New in Chrome and Edge 111, in Firefox 115, and in Safari and iOS 16.4, in this order.
			return (
				CSS.supports("color", "color-mix(in srgb, red, red)") &&
				typeof [].toSorted === "function" &&
				HTMLScriptElement.supports("importmap")
			);
		} catch (error) {
			return false;
		}
	}
	if (!isSupported()) document.getElementById("old-browser").hidden = false;
})();
