CREATE TABLE "erased_links" (
	"link_id" integer PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "picture_owners" (
	"image_url" varchar(80) NOT NULL,
	"user_id" varchar(255) NOT NULL,
	CONSTRAINT "picture_owners_user_id_image_url_pk" PRIMARY KEY("user_id","image_url")
);
--> statement-breakpoint
ALTER TABLE "links" DROP CONSTRAINT "links_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "user_consents" DROP CONSTRAINT "user_consents_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "checkout_attempts" DROP CONSTRAINT "checkout_attempts_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "stripe_customers" DROP CONSTRAINT "stripe_customers_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "picture_owners" ADD CONSTRAINT "picture_owners_image_url_pictures_image_url_fk" FOREIGN KEY ("image_url") REFERENCES "public"."pictures"("image_url") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_owners" ADD CONSTRAINT "picture_owners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "picture_owners_image_url" ON "picture_owners" USING btree ("image_url");--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "user_consents" ADD CONSTRAINT "user_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "checkout_attempts" ADD CONSTRAINT "checkout_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "stripe_customers" ADD CONSTRAINT "stripe_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
-- Written by hand: for what was uploaded before, only the pictures that links show today have a known owner.
INSERT INTO "picture_owners" ("image_url", "user_id")
	SELECT DISTINCT "links"."image_url", "links"."user_id" FROM "links" JOIN "pictures" USING ("image_url");
