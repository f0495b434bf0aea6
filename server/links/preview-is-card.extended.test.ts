import { testThatPreviewIsCard } from "#server/testing/images/preview-is-card.ts";
import { UPLOADS } from "#server/testing/images/uploads.ts";

testThatPreviewIsCard(UPLOADS);
