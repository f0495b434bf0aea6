CREATE TABLE "reports" (
	"id" serial PRIMARY KEY NOT NULL,
	"number" varchar(10) NOT NULL,
	"link_id" integer,
	"link" varchar(41) NOT NULL,
	"target_url" varchar(2048) NOT NULL,
	"reason" varchar(20) NOT NULL,
	"text" varchar(2000) NOT NULL,
	"email" varchar(254),
	"reporter" varchar(43),
	"repeats" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"announced_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"outcome" varchar(20),
	"note" varchar(500),
	CONSTRAINT "reports_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_reporter" ON "reports" USING btree ("link_id","reporter") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("created_at") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "reports_link" ON "reports" USING btree ("link_id");