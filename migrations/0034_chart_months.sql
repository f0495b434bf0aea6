CREATE TABLE "link_chart_months" (
	"link_id" integer NOT NULL,
	"month" date NOT NULL,
	"human" integer NOT NULL,
	"bot" integer NOT NULL,
	"breakdowns" json NOT NULL,
	CONSTRAINT "link_chart_months_link_id_month_pk" PRIMARY KEY("link_id","month")
);
--> statement-breakpoint
CREATE TABLE "user_chart_months" (
	"user_id" varchar(255) NOT NULL,
	"month" date NOT NULL,
	"human" integer NOT NULL,
	"bot" integer NOT NULL,
	"breakdowns" json NOT NULL,
	CONSTRAINT "user_chart_months_user_id_month_pk" PRIMARY KEY("user_id","month")
);
--> statement-breakpoint
ALTER TABLE "link_chart_months" ADD CONSTRAINT "link_chart_months_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_chart_months" ADD CONSTRAINT "user_chart_months_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;