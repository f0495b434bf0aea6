import { S3Client } from "@aws-sdk/client-s3";
import type { S3Place } from "#server/platform/config/outside.ts";

type Limits = { connectionMs: number; requestMs: number };

/** A client of S3 or compatible storage. */
export function createS3Client(
	{ region, endpoint, credentials }: Omit<S3Place, "bucket">,
	{ connectionMs, requestMs }: Limits,
): S3Client {
	return new S3Client({
		region,
		...(endpoint !== null && { endpoint, forcePathStyle: true }),
		...(credentials !== null && { credentials }),
		maxAttempts: 3,
		requestHandler: { connectionTimeout: connectionMs, requestTimeout: requestMs, throwOnRequestTimeout: true },
		// Compatible storages often lack the checksums that newer SDKs add by default.
		requestChecksumCalculation: "WHEN_REQUIRED",
		responseChecksumValidation: "WHEN_REQUIRED",
	});
}
