import {
	DeleteObjectCommand,
	GetObjectCommand,
	ListObjectsV2Command,
	NoSuchKey,
	PutObjectCommand,
} from "@aws-sdk/client-s3";
import type { S3Place } from "#server/platform/config/outside.ts";
import { CommandError } from "../command-error.ts";
import { createS3Client } from "../s3-client.ts";

export type Bucket = ReturnType<typeof openBucket>;

/**
 * A bucket of images on S3 or compatible storage, as commands and the archive of views use it. Each call throws CommandError with a sentence that names the
 * bucket when the storage is away or refuses.
 */
export function openBucket(place: S3Place) {
	const { bucket, endpoint } = place;
	const client = createS3Client(place, { connectionMs: 5_000, requestMs: 60_000 });
	const refused = (error: unknown): never => {
		const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
		throw new CommandError(`The bucket ${bucket} at ${endpoint ?? "Amazon S3"} can't be used (${said}).`, {
			cause: error,
		});
	};

	return {
		name: bucket,
		/** Size in bytes of each object whose key begins so. */
		async list(prefix: string): Promise<Map<string, number>> {
			const sizes = new Map<string, number>();
			let next: string | undefined;
			do {
				const asked = { Bucket: bucket, Prefix: prefix, ...(next !== undefined && { ContinuationToken: next }) };
				const page = await client.send(new ListObjectsV2Command(asked)).catch(refused);
				for (const { Key, Size } of page.Contents ?? []) if (Key) sizes.set(Key, Size ?? 0);
				next = page.NextContinuationToken;
			} while (next !== undefined);
			return sizes;
		},
		/** null: no such object. */
		async get(key: string): Promise<Buffer | null> {
			try {
				const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
				return Body ? Buffer.from(await Body.transformToByteArray()) : null;
			} catch (error) {
				return error instanceof NoSuchKey ? null : refused(error);
			}
		},
		async put(key: string, bytes: Uint8Array): Promise<void> {
			await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes })).catch(refused);
		},
		async remove(key: string): Promise<void> {
			await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(refused);
		},
		close: () => client.destroy(),
	};
}
