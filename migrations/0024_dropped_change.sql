ALTER TABLE "subscriptions" ADD COLUMN "dropped_plan_id" varchar(50);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "dropped_is_annual" boolean;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "unit_amount" integer;