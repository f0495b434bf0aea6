CREATE TABLE "view_archives" (
	"month" varchar(7) PRIMARY KEY NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"archived_at" timestamp with time zone DEFAULT now() NOT NULL,
	"restored_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "erased_links" ADD COLUMN "owner_byte" smallint;