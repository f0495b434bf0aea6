ALTER TABLE "subscriptions" ADD COLUMN "product_name" varchar(255);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "is_collection_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "resumes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "draft_amount" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "draft_currency" varchar(3);