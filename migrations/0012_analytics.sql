CREATE TABLE "fold_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"next_tx" bigint NOT NULL,
	"tx_offset" bigint DEFAULT 0 NOT NULL,
	"backfilled" uuid NOT NULL,
	"backfill_until" uuid NOT NULL,
	"is_backfilled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_days" (
	"link_id" integer NOT NULL,
	"day" date NOT NULL,
	"human" integer NOT NULL,
	"bot" integer NOT NULL,
	"visitors" integer NOT NULL,
	"breakdowns" json NOT NULL,
	"quarters" json,
	CONSTRAINT "link_days_link_id_day_pk" PRIMARY KEY("link_id","day")
);
--> statement-breakpoint
CREATE TABLE "link_visitors" (
	"day" date NOT NULL,
	"link_id" integer NOT NULL,
	"visitor" bigint NOT NULL,
	CONSTRAINT "link_visitors_day_link_id_visitor_pk" PRIMARY KEY("day","link_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "user_days" (
	"user_id" varchar(255) NOT NULL,
	"day" date NOT NULL,
	"human" integer NOT NULL,
	"bot" integer NOT NULL,
	"visitors" integer NOT NULL,
	"breakdowns" json NOT NULL,
	"quarters" json,
	CONSTRAINT "user_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "user_visitors" (
	"day" date NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"visitor" bigint NOT NULL,
	CONSTRAINT "user_visitors_day_user_id_visitor_pk" PRIMARY KEY("day","user_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" varchar(64) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "views" ADD COLUMN "kind" varchar(40);--> statement-breakpoint
ALTER TABLE "views" ADD COLUMN "visitor" bigint;--> statement-breakpoint
ALTER TABLE "views" ADD COLUMN "tx" bigint;--> statement-breakpoint
-- Written by hand, in two steps: a column that is added with a default which varies would rewrite the table.
ALTER TABLE "views" ALTER COLUMN "tx" SET DEFAULT txid_current();
--> statement-breakpoint
-- Rows from here on have a "tx" that is not smaller; those without one are older than tomorrow.
INSERT INTO "fold_state" ("next_tx", "backfilled", "backfill_until")
	SELECT txid_snapshot_xmin(txid_current_snapshot()), '00000000-0000-0000-0000-000000000000',
		(left(hex, 8) || '-' || right(hex, 4) || '-7000-8000-000000000000')::uuid
	FROM lpad(to_hex(floor(extract(epoch FROM now() + interval '1 day') * 1000)::bigint), 12, '0') AS hex;
--> statement-breakpoint
-- It holds next to nothing; partitions of months get theirs beside the views that come in (server/analytics).
CREATE INDEX "views_default_tx" ON "views_default" USING brin (tx) WITH (pages_per_range = 32, autosummarize = on);
