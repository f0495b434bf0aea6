CREATE TABLE "withdrawals" (
	"id" serial PRIMARY KEY NOT NULL,
	"number" varchar(20) NOT NULL,
	"key" uuid NOT NULL,
	"user_id" varchar(255),
	"name" varchar(255) NOT NULL,
	"email" varchar(254) NOT NULL,
	"contract" varchar(255) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "withdrawals_number_unique" UNIQUE("number"),
	CONSTRAINT "withdrawals_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_at_stripe" varchar(320);--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "withdrawals_open" ON "withdrawals" USING btree ("created_at") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "withdrawals_user_id" ON "withdrawals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_email_new_to_stripe" ON "users" USING btree ("id") WHERE stripe_customer_id IS NOT NULL AND email_at_stripe IS DISTINCT FROM email;