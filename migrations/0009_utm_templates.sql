CREATE TABLE "utm_templates" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"name" varchar(40) NOT NULL,
	"source" varchar(200) NOT NULL,
	"medium" varchar(200) NOT NULL,
	"campaign" varchar(200) NOT NULL,
	"term" varchar(200) NOT NULL,
	"content" varchar(200) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "utm_templates" ADD CONSTRAINT "utm_templates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "utm_templates_user_name" ON "utm_templates" USING btree ("user_id",lower(name));