import { Link } from "wouter";
import { formatCounted } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";

type NoRoomProps = {
	/** 'key' */
	noun: string;
	/** How one makes room: 'revoke'. */
	remove: string;
	count: number;
	limit: number;
	/** That of the biggest plan. */
	biggest: number;
};

/** Why there can be no other, and what helps. */
export function NoRoom({ noun, remove, count, limit, biggest }: NoRoomProps) {
	const tooMany = count - limit + 1;
	return (
		<p>
			Your plan includes {formatCounted(limit, noun)}. To create another, {remove} {tooMany === 1 ? "one" : tooMany}
			{limit < biggest && (
				<>
					{" "}
					or{" "}
					<Link href={paths.pricing} className="font-semibold underline underline-offset-2">
						choose a bigger plan
					</Link>
				</>
			)}
			.
		</p>
	);
}
