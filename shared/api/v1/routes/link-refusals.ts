import { z } from "zod";
import type { ErrorCode } from "../../../platform/error-codes.ts";
import { idParam } from "../api-route.ts";

export const ofLink = z.object({ id: idParam });

/** Why a link may not be created or changed, besides wrong fields. */
export const REFUSED_LINK = [
	"quota_exceeded",
	"daily_link_limit",
	"new_account_limit",
	"slug_taken",
	"external_id_taken",
	"tag_limit_reached",
	"domain_not_verified",
	"invalid_url",
	"website_not_allowed",
	"unsafe_target",
	"impersonation",
	"image_unknown",
	"end_before_start",
	"end_required",
] as const satisfies readonly ErrorCode[];
