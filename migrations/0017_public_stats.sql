CREATE TABLE "public_stats" (
	"link_id" integer PRIMARY KEY NOT NULL,
	"address" varchar(32) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "public_stats_address_unique" UNIQUE("address")
);
--> statement-breakpoint
ALTER TABLE "public_stats" ADD CONSTRAINT "public_stats_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;