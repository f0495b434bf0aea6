import { wantedImages } from "#server/platform/operator/backup/images.ts";
import { placeOfBackup } from "#server/platform/operator/backup/place.ts";
import { withClient } from "#server/platform/operator/backup/tables.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { runCommand } from "#server/platform/operator/run-command.ts";
import { usageOf } from "#server/platform/operator/usage.ts";
import { copyImages, imagesInBucket, imagesOnDisk } from "./copy-images.ts";

await runCommand(async (args) => {
	const [option, ...rest] = args;
	const isBack = option === "--back";
	if ((option && !isBack) || rest.length > 0) throw new CommandError(usageOf("images-to-s3"));
	const { databaseUrl, dataDir, s3, config } = await placeOfBackup();
	if (s3 === null) throw new CommandError("IMAGES_S3_BUCKET: is missing.");
	if (!config.isDataDirSet) throw new CommandError("DATA_DIR: is missing: set the one with the files of images.");

	const bucket = imagesInBucket(s3);
	const disk = imagesOnDisk(dataDir);
	const [from, to] = isBack ? [bucket, disk] : [disk, bucket];
	const place = isBack ? dataDir : `the bucket ${s3.bucket}`;
	const { copied, known, damaged } = await copyImages(from, to);
	const there = await to.files();
	bucket.close();

	const wanted = await withClient(databaseUrl, wantedImages);
	const missing = wanted.filter(({ file }) => !there.has(file));
	const done = `Copied ${copied} files to ${place}, where ${known} were before.`;
	if (damaged.length > 0)
		throw new CommandError(`${done} ${damaged.length} are damaged, such as ${damaged[0]}: restore them from a backup.`);
	if (missing.length === 0) return [`${done} All ${wanted.length} that the database names are there.`];
	throw new CommandError(`${done} ${missing.length} that the database names are missing, such as ${missing[0]?.file}.`);
});
