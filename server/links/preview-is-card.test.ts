import { testThatPreviewIsCard } from "#server/testing/images/preview-is-card.ts";
import { UPLOADS } from "#server/testing/images/uploads.ts";

const NAMES = ["poster as png", "square as jpeg", "poster turned by EXIF, 6", "logo in #ffffff as png", "animation"];
testThatPreviewIsCard(UPLOADS.filter(({ name }) => NAMES.includes(name)));
