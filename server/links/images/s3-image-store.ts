import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from "@aws-sdk/client-s3";
import type { Config } from "#server/platform/config/config.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { createS3Client } from "#server/platform/operator/s3-client.ts";
import { imageFileName } from "#shared/links/image-file-name.ts";
import { type ImageStore, imageUrlOf, originalFileName } from "./image-store.ts";

/** `content`: the public finished images, or the private originals. */
type Options = NonNullable<Config["images"]["s3"]> & { content?: keyof typeof CONTENTS };

const CONTENTS = {
	images: {
		nameOf: imageFileName,
		headers: { ContentType: "image/jpeg", CacheControl: "public, max-age=31536000, immutable" },
	},
	originals: {
		nameOf: originalFileName,
		headers: { ContentType: "application/octet-stream", CacheControl: "private, no-store" },
	},
} as const;

/** For several machines behind a load balancer. Every call may throw AppError "storage_unavailable". */
export function createS3ImageStore({ bucket, content = "images", ...place }: Options): ImageStore {
	const client = createS3Client(place, { connectionMs: 1_000, requestMs: 5_000 });
	const { nameOf, headers } = CONTENTS[content];
	const objectAt = (key: string) => {
		const name = nameOf(key);
		return name === null ? null : { Bucket: bucket, Key: `${content}/${name}` };
	};

	return {
		async put(image, key = imageUrlOf(image)) {
			const object = objectAt(key);
			if (object === null) return;
			await client.send(new PutObjectCommand({ ...object, ...headers, Body: image })).catch(unavailable);
		},

		async read(key) {
			const object = objectAt(key);
			if (object === null) return null;
			try {
				const { Body } = await client.send(new GetObjectCommand(object));
				return Body ? Buffer.from(await Body.transformToByteArray()) : null;
			} catch (error) {
				if (error instanceof NoSuchKey) return null;
				return unavailable(error);
			}
		},

		async remove(key) {
			const object = objectAt(key);
			if (object !== null) await client.send(new DeleteObjectCommand(object)).catch(unavailable);
		},

		/** Objects are written atomically. */
		removeLeftovers: async () => 0,
	};
}

function unavailable(error: unknown): never {
	throw new AppError("storage_unavailable", "Images are briefly unavailable. Please try again.", {
		cause: error,
		retryAfterSeconds: 5,
	});
}
