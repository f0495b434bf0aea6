import { testThatPreviewIsCard } from "#server/testing/pictures/preview-is-card.ts";
import { UPLOADS } from "#server/testing/pictures/uploads.ts";

const NAMES = ["poster as png", "square as jpeg", "poster turned by EXIF, 6", "logo in #ffffff as png", "animation"];
testThatPreviewIsCard(UPLOADS.filter(({ name }) => NAMES.includes(name)));
