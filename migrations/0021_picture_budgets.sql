CREATE TABLE "picture_counts" (
	"user_id" varchar(255) PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "originals" ADD COLUMN "edited_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "originals" ADD COLUMN "evicted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "picture_counts" ADD CONSTRAINT "picture_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;