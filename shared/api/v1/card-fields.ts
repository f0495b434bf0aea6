import { BUTTON_LABEL_MAX, cardOverride } from "../../links/cards/card-override.ts";
import { domainField } from "../../links/domains/domain-field.ts";
import { LINK_LIMITS } from "../../links/field-schemas.ts";
import { FORM_FIELDS } from "../../links/link-fields.ts";
import { asJson } from "./api-route.ts";

const orNull = (json: Record<string, unknown>) => ({ ...json, type: ["string", "null"] });
const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength });
const imageUrl = orNull({
	maxLength: LINK_LIMITS.imageUrl,
	description: "The address that an upload answered, absolute or its path, or the https address of another image.",
});

/** The fields of a card, as the form of a link takes them. */
export const CARD_FIELDS = {
	title: asJson(FORM_FIELDS.title, text(LINK_LIMITS.title)),
	description: asJson(FORM_FIELDS.description, text(LINK_LIMITS.description)),
	imageUrl: asJson(FORM_FIELDS.imageUrl, imageUrl).optional(),
	targetUrl: asJson(FORM_FIELDS.targetUrl, { type: "string", maxLength: LINK_LIMITS.targetUrl }).nullish(),
	domain: asJson(
		domainField,
		orNull({ description: "The host of a verified domain; null for ours. By default, the account's default domain." }),
	),
};

const { title, description, imageUrl: image, color, buttonLabel } = cardOverride.shape;

/** The fields of a custom card; those that are null or absent are the link's. */
export const CUSTOM_CARD_FIELDS = {
	title: asJson(title, orNull({ maxLength: LINK_LIMITS.title })).optional(),
	description: asJson(description, orNull({ maxLength: LINK_LIMITS.description })).optional(),
	imageUrl: asJson(image, imageUrl).optional(),
	color: asJson(
		color,
		orNull({ pattern: "^#[0-9a-fA-F]{6}$", description: "The stripe of Discord's card; other targets have none." }),
	).optional(),
	buttonLabel: asJson(
		buttonLabel,
		orNull({ maxLength: BUTTON_LABEL_MAX, description: "The button of Discord's card; other targets have none." }),
	).optional(),
};
