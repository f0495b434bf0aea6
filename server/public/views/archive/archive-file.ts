import { createHash } from "node:crypto";
import { type FileMetaData, parquetMetadata, parquetRead } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";

/** Of one step of encoding or decoding, some 60 ms; engines skip whole groups by their statistics. */
export const ROWS_PER_GROUP = 20_000;

/** A view without what is forgotten of it (P23), and without its id, which only prevents storing it twice. */
export type ArchivedRow = [
	userId: string,
	linkId: number,
	/** Milliseconds since 1970. */
	viewedAt: number,
	isBot: boolean,
	kind: string | null,
	attribution: string,
	clientWidth: number,
	clientHeight: number,
];

type Column = Parameters<ParquetWriter["write"]>[0]["columnData"][number];
type Described = Omit<Column, "data" | "name"> & { name: string; sql: string; schema: Schema };
type Schema = Omit<FileMetaData["schema"][number], "name">;

const TEXT: Schema = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } };
const NUMBER: Schema = { type: "INT32" };
/** Instants in UTC, as each engine's TIMESTAMP. */
const INSTANT: Schema = {
	type: "INT64",
	converted_type: "TIMESTAMP_MILLIS",
	logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
};

/** In the order of `ArchivedRow`: the name in files, and where it is from in `views`. */
const COLUMNS: Described[] = [
	{ name: "user_id", sql: "user_id", schema: TEXT },
	{ name: "link_id", sql: "link_id", schema: NUMBER },
	{
		name: "viewed_at",
		sql: "(extract(epoch FROM timestamp) * 1000)::float8",
		schema: INSTANT,
		encoding: "DELTA_BINARY_PACKED",
	},
	{ name: "is_bot", sql: "is_bot", schema: { type: "BOOLEAN" } },
	{ name: "kind", sql: "kind", schema: { ...TEXT, repetition_type: "OPTIONAL" } },
	{ name: "attribution", sql: "attribution", schema: TEXT },
	{ name: "client_width", sql: "client_width", schema: NUMBER },
	{ name: "client_height", sql: "client_height", schema: NUMBER },
];

/** The columns of `views` in the order of `ArchivedRow`. */
export const ARCHIVED_COLUMNS = COLUMNS.map(({ sql }) => sql).join(", ");

/** What a manifest says of the columns. */
export const COLUMN_TYPES = COLUMNS.map(({ name, schema: { type, converted_type } }) => ({
	name,
	type: converted_type ?? type ?? "",
}));

const SCHEMA: FileMetaData["schema"] = [
	{ name: "root", num_children: COLUMNS.length },
	...COLUMNS.map(({ name, schema }) => ({ repetition_type: "REQUIRED" as const, ...schema, name })),
];

export type Encoded = {
	bytes: Uint8Array;
	rows: number;
	/** Hash of the rows as they were added, to compare with those that are read back. */
	digest: string;
};

/** Encodes rows as Parquet, in memory: 2 MB for a million. Encoding a group blocks its thread. */
export function createFileEncoder(): { add(row: ArchivedRow): void; finish(): Encoded } {
	const writer = new ByteWriter();
	const parquet = new ParquetWriter({ writer, schema: SCHEMA });
	const digest = createRowDigest();
	let rows = 0;
	let group: ArchivedRow[] = [];

	function writeGroup(): void {
		const columnData = COLUMNS.map(({ name, encoding }, at) => ({
			name,
			...(encoding && { encoding }),
			data: group.map((row) => row[at]),
		}));
		// With a writer in memory it returns nothing to wait for.
		void parquet.write({ columnData, rowGroupSize: group.length });
		digest.add(group);
		rows += group.length;
		group = [];
	}

	return {
		add(row) {
			if (group.push(row) === ROWS_PER_GROUP) writeGroup();
		},
		finish() {
			if (group.length > 0) writeGroup();
			void parquet.finish();
			return { bytes: writer.getBytes(), rows, digest: digest.hex() };
		},
	};
}

/** `linkIds`: only groups with one of these links, whole. `from`: the first group. */
type Wanted = { linkIds?: ReadonlySet<number>; from?: number };

/**
 * Decodes a file's groups, one at a time.
 * @returns rows, and which group is next
 * @throws Error for damaged files
 */
export async function* decodeGroups(bytes: Uint8Array, { linkIds, from = 0 }: Wanted = {}) {
	const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
	const metadata = parquetMetadata(buffer);
	let rowStart = 0;
	for (const [group, { num_rows }] of metadata.row_groups.entries()) {
		const rowEnd = rowStart + Number(num_rows);
		const read = (columns?: string[]) => decodeRows({ buffer, metadata, rowStart, rowEnd, columns });
		const isWanted = async () => (await read(["link_id"])).some(([linkId]) => linkIds?.has(linkId as number));
		if (group >= from && (!linkIds || (await isWanted()))) {
			yield { rows: (await read()) as ArchivedRow[], next: group + 1 };
		}
		rowStart = rowEnd;
	}
}

/** Counts and hashes a file's rows, as `finish` of an encoder does. */
export async function digestOf(bytes: Uint8Array): Promise<Omit<Encoded, "bytes">> {
	const digest = createRowDigest();
	let rows = 0;
	for await (const group of decodeGroups(bytes)) {
		digest.add(group.rows);
		rows += group.rows.length;
	}
	return { rows, digest: digest.hex() };
}

type Part = {
	buffer: ArrayBuffer;
	metadata: FileMetaData;
	rowStart: number;
	rowEnd: number;
	columns: string[] | undefined;
};

async function decodeRows({ buffer, columns, ...part }: Part): Promise<unknown[][]> {
	let decoded: unknown[][] = [];
	await parquetRead({
		file: buffer,
		...part,
		...(columns && { columns }),
		parsers: { timestampFromMilliseconds: (time) => Number(time) as never },
		onComplete: (rows) => {
			decoded = rows;
		},
	});
	return decoded;
}

function createRowDigest() {
	const hash = createHash("sha256");
	return {
		add: (rows: ArchivedRow[]) => hash.update(rows.map((row) => `${JSON.stringify(row)}\n`).join("")),
		hex: () => hash.digest("hex"),
	};
}
