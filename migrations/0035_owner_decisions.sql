CREATE TABLE "kept_identities" (
	"hash" varchar(43) PRIMARY KEY NOT NULL,
	"user_id" varchar(255) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_decisions" (
	"user_id" varchar(255) NOT NULL,
	"target" varchar(43) NOT NULL,
	"brand" varchar(255) NOT NULL,
	"state" varchar(7) NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_decisions_user_id_target_brand_pk" PRIMARY KEY("user_id","target","brand")
);
--> statement-breakpoint
ALTER TABLE "kept_identities" ADD CONSTRAINT "kept_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "link_decisions" ADD CONSTRAINT "link_decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "kept_identities_user" ON "kept_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("disabled_at") WHERE disabled_at IS NOT NULL;