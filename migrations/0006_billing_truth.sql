CREATE TABLE "take_backs" (
	"user_id" varchar(255) PRIMARY KEY NOT NULL,
	"stripe_subscription_id" varchar(255) NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"cancel_at" timestamp with time zone,
	"planned_phases" jsonb NOT NULL,
	"price_id" varchar(255) NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "stripe_customers" ADD COLUMN "has_used_code" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancel_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "planned_plan_id" varchar(50);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "planned_is_annual" boolean;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "planned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "take_backs" ADD CONSTRAINT "take_backs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;