import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/http/app-error.ts";
import { imageFileName } from "#shared/links/image-url.ts";
import { type ImageStore, imageUrlOf } from "./image-store.ts";

type Options = NonNullable<Config["images"]["s3"]>;

/**
 * Pictures as objects `images/<sha256>.jpg` in a bucket: for several machines behind one balancer.
 * Every call throws AppError "unavailable" when the storage is away or refuses.
 */
export function createS3ImageStore({ bucket, region, endpoint, credentials }: Options): ImageStore {
	const client = new S3Client({
		region,
		...(endpoint !== null && { endpoint, forcePathStyle: true }),
		...(credentials !== null && { credentials }),
		maxAttempts: 3,
		requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
		// Compatible storages are slow to learn the checksums that newer SDKs add by themselves.
		requestChecksumCalculation: "WHEN_REQUIRED",
		responseChecksumValidation: "WHEN_REQUIRED",
	});
	const objectAt = (imageUrl: string) => {
		const name = imageFileName(imageUrl);
		return name === null ? null : { Bucket: bucket, Key: `images/${name}` };
	};

	return {
		async put(jpeg) {
			const object = objectAt(imageUrlOf(jpeg));
			if (object === null) return;
			const content = { Body: jpeg, ContentType: "image/jpeg", CacheControl: "public, max-age=31536000, immutable" };
			await client.send(new PutObjectCommand({ ...object, ...content })).catch(unavailable);
		},

		async read(imageUrl) {
			const object = objectAt(imageUrl);
			if (object === null) return null;
			try {
				const { Body } = await client.send(new GetObjectCommand(object));
				return Body ? Buffer.from(await Body.transformToByteArray()) : null;
			} catch (error) {
				if (error instanceof NoSuchKey) return null;
				return unavailable(error);
			}
		},

		async remove(imageUrl) {
			const object = objectAt(imageUrl);
			if (object !== null) await client.send(new DeleteObjectCommand(object)).catch(unavailable);
		},

		/** An object is there whole or not at all. */
		removeLeftovers: async () => 0,
	};
}

function unavailable(error: unknown): never {
	throw new AppError("unavailable", "Pictures are briefly unavailable. Please try again.", {
		cause: error,
		retryAfterSeconds: 5,
	});
}
