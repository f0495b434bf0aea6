ALTER TABLE "subscriptions" ADD COLUMN "owed_amount" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "owed_currency" varchar(3);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "owed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "owed_invoices" integer DEFAULT 0 NOT NULL;