import { testThatPreviewIsCard } from "#server/testing/pictures/preview-is-card.ts";
import { UPLOADS } from "#server/testing/pictures/uploads.ts";

testThatPreviewIsCard(UPLOADS);
