CREATE TABLE "health_rounds" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"after_link" integer DEFAULT 0 NOT NULL,
	"begun_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_health" (
	"link_id" integer PRIMARY KEY NOT NULL,
	"target" varchar(43),
	"is_off" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "target_health" (
	"target" varchar(43) PRIMARY KEY NOT NULL,
	"url" varchar(2048) NOT NULL,
	"host" varchar(253) NOT NULL,
	"asked_for" varchar(255),
	"every_days" smallint DEFAULT 1 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"fine_at" timestamp with time zone,
	"by_get" boolean DEFAULT false NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failure" varchar(20),
	"gone_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "target_hosts" (
	"host" varchar(253) PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "link_health" ADD CONSTRAINT "link_health_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_health_target" ON "link_health" USING btree ("target");--> statement-breakpoint
CREATE INDEX "target_health_due" ON "target_health" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "target_health_fine" ON "target_health" USING btree ("fine_at");--> statement-breakpoint
CREATE INDEX "target_health_asked_for" ON "target_health" USING btree ("asked_for");--> statement-breakpoint
INSERT INTO "health_rounds" ("id", "begun_at") VALUES (1, '2000-01-01');--> statement-breakpoint
-- Nothing that was found at a link's former target is shown for its new one, whoever changes it.
CREATE FUNCTION forget_former_target() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE link_health SET target = NULL WHERE link_id = NEW.id AND target IS NOT NULL;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER links_forget_former_target
	AFTER UPDATE OF target_url ON links
	FOR EACH ROW
	WHEN (OLD.target_url IS DISTINCT FROM NEW.target_url)
	EXECUTE FUNCTION forget_former_target();
