CREATE TABLE "image_cuts" (
	"original_id" varchar(64) NOT NULL,
	"image_url" varchar(80) NOT NULL,
	"x" integer,
	"y" integer,
	"width" integer,
	"height" integer,
	CONSTRAINT "image_cuts_original_id_image_url_pk" PRIMARY KEY("original_id","image_url")
);
--> statement-breakpoint
CREATE TABLE "originals" (
	"id" varchar(64) PRIMARY KEY NOT NULL,
	"user_id" varchar(255),
	"type" varchar(20) NOT NULL,
	"bytes" integer NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "image_cuts" ADD CONSTRAINT "image_cuts_original_id_originals_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."originals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "originals" ADD CONSTRAINT "originals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "image_cuts_image_url" ON "image_cuts" USING btree ("image_url");--> statement-breakpoint
CREATE INDEX "originals_user" ON "originals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "originals_checked" ON "originals" USING btree ("checked_at");