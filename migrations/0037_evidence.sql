CREATE TABLE "page_signs" (
	"user_id" varchar(255) NOT NULL,
	"page" varchar(43) NOT NULL,
	"brand" varchar(255) NOT NULL,
	"title" varchar(300) NOT NULL,
	"asks" varchar(20) NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "page_signs_user_id_page_pk" PRIMARY KEY("user_id","page")
);
--> statement-breakpoint
ALTER TABLE "link_flags" ADD COLUMN "evidence" varchar(10);--> statement-breakpoint
-- What was blocked stays closed; what was flagged by points is only words until its next save.
UPDATE "link_flags" SET "evidence" = CASE WHEN "state" = 'blocked' THEN 'closed' ELSE 'words' END, "reasons" = (
	SELECT coalesce(jsonb_agg((reason - 'points') || jsonb_build_object('evidence',
		CASE WHEN "link_flags"."state" = 'blocked' THEN 'closed' ELSE 'words' END)), '[]')
	FROM jsonb_array_elements("reasons") AS reason
);--> statement-breakpoint
ALTER TABLE "link_flags" ALTER COLUMN "evidence" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "page_signs" ADD CONSTRAINT "page_signs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "link_flags" DROP COLUMN "score";