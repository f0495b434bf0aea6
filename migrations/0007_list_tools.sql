ALTER TABLE "links" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "tags" varchar(30)[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "last_seen_at" timestamp with time zone;