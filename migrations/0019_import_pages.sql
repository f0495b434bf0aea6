ALTER TABLE "import_rows" ADD COLUMN "asked_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;