import { expect, it } from "vitest";
import { ApiError } from "#client/lib/api-client.ts";
import { profileRefusal } from "./profile-refusal.ts";

const refused = (message: string, status = 400) =>
	new ApiError(status, JSON.stringify({ kind: status === 400 ? "invalid" : "internal", message }));

it.each([
	["Please enter a valid VAT number", "Engines", "businessVat"],
	["Country is required", "Engines", "businessCountry"],
	["Business name, address, and country are required for businesses", " ", "businessName"],
	["Business name, address, and country are required for businesses", "Engines", "businessAddress"],
	["Something we never heard of", "", "form"],
])("'%s' belongs at its field", (message, businessName, place) => {
	expect(profileRefusal(refused(message), { businessName })).toEqual({ place, message });
});

it.each([[refused("Something went wrong", 500)], [new ApiError(400, "broken")], [new TypeError("Failed to fetch")]])(
	"what nobody can act on has no place: %s",
	(error) => {
		expect(profileRefusal(error, { businessName: "" })).toBeNull();
	},
);
