CREATE TABLE "sessions" (
	"sid" varchar(255) PRIMARY KEY NOT NULL,
	"sess" varchar(8192) NOT NULL,
	"expire" timestamp (6) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" varchar(255) PRIMARY KEY NOT NULL,
	"email" varchar(320) NOT NULL,
	"first_name" varchar(255),
	"last_name" varchar(255),
	"profile_image_url" varchar(2048),
	"stripe_customer_id" varchar(255),
	"user_slug" varchar(20) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_business" boolean DEFAULT false NOT NULL,
	"business_name" varchar(255),
	"business_address" varchar(1024),
	"business_country" varchar(2),
	"business_vat" varchar(32),
	"card_country" varchar(2),
	"ip_country" varchar(2),
	"ip_address" varchar(50)
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"link_slug" varchar(20) NOT NULL,
	"target_url" varchar(2048) NOT NULL,
	"title" varchar(255) NOT NULL,
	"description" varchar(2048) NOT NULL,
	"image_url" varchar(2048),
	"image_source" varchar(32),
	"views_bot" bigint DEFAULT 0 NOT NULL,
	"views_human" bigint DEFAULT 0 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_consents" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"terms_accepted" boolean DEFAULT true NOT NULL,
	"privacy_accepted" boolean DEFAULT true NOT NULL,
	"acceptance_date" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"stripe_payment_intent_id" varchar(255) NOT NULL,
	"stripe_invoice_id" varchar(255),
	"amount" integer NOT NULL,
	"currency" varchar(3) DEFAULT 'usd' NOT NULL,
	"status" varchar(50) NOT NULL,
	"payment_method" varchar(255),
	"receipt_url" varchar(2048),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" varchar(255) PRIMARY KEY NOT NULL,
	"type" varchar(255) NOT NULL,
	"customer_id" varchar(255),
	"created" timestamp with time zone NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"stripe_subscription_id" varchar(255) NOT NULL,
	"stripe_price_id" varchar(255) NOT NULL,
	"status" varchar(50) NOT NULL,
	"plan_id" varchar(50) NOT NULL,
	"is_annual" boolean DEFAULT false NOT NULL,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "views" (
	"id" uuid NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"link_id" integer NOT NULL,
	"ip" varchar(50),
	"user_agent" varchar(1024),
	"client_width" integer DEFAULT 0 NOT NULL,
	"client_height" integer DEFAULT 0 NOT NULL,
	"attribution" varchar(1024) DEFAULT '' NOT NULL,
	"is_bot" boolean NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "views_id_timestamp_pk" PRIMARY KEY("id","timestamp")
) PARTITION BY RANGE ("timestamp");
--> statement-breakpoint
-- drizzle-kit knows no partitions: this clause and the default partition are written by hand. Months get
-- partitions of their own ahead of time (server/views); the default one catches whatever they miss.
CREATE TABLE "views_default" PARTITION OF "views" DEFAULT;
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_consents" ADD CONSTRAINT "user_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_user_slug" ON "users" USING btree ("user_slug");--> statement-breakpoint
CREATE UNIQUE INDEX "users_stripe_customer_id" ON "users" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "links_user_slug" ON "links" USING btree ("user_id",lower(link_slug)) WHERE NOT deleted;--> statement-breakpoint
CREATE INDEX "links_user_created" ON "links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_consents_user_id" ON "user_consents" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_stripe_payment_intent_id" ON "payments" USING btree ("stripe_payment_intent_id");--> statement-breakpoint
CREATE INDEX "payments_user_id" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stripe_events_unprocessed" ON "stripe_events" USING btree ("next_attempt_at") WHERE processed_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_stripe_subscription_id" ON "subscriptions" USING btree ("stripe_subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_user_id" ON "subscriptions" USING btree ("user_id");