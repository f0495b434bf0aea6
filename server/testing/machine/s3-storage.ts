import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import S3rver from "s3rver";

export type S3Storage = { endpoint: string; close: () => Promise<void> };

/** S3-compatible storage on this machine with one empty bucket. Both its keys are `S3RVER`. */
export async function startS3Storage(bucket: string): Promise<S3Storage> {
	const directory = await mkdtemp(path.join(os.tmpdir(), "visualink-s3-"));
	const server = new S3rver({ port: 0, directory, silent: true, configureBuckets: [{ name: bucket, configs: [] }] });
	const { port } = await server.run();
	return {
		endpoint: `http://127.0.0.1:${port}`,
		async close() {
			await server.close();
			await rm(directory, { recursive: true, force: true });
		},
	};
}
