CREATE TABLE "link_flags" (
	"link_id" integer PRIMARY KEY NOT NULL,
	"state" varchar(10) NOT NULL,
	"score" integer NOT NULL,
	"reasons" jsonb NOT NULL,
	"content_hash" varchar(43) NOT NULL,
	"flagged_at" timestamp with time zone NOT NULL,
	"review_asked_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"note" varchar(500)
);
--> statement-breakpoint
ALTER TABLE "link_flags" ADD CONSTRAINT "link_flags_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_flags_state" ON "link_flags" USING btree ("state","flagged_at");
--> statement-breakpoint
-- Written by hand: a flag that is set, decided or taken away changes what `/go` answers, in every process.
CREATE FUNCTION announce_flag_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	flagged_link integer := CASE WHEN TG_OP = 'DELETE' THEN OLD.link_id ELSE NEW.link_id END;
	flagged_path text := (SELECT u.user_slug || '/' || l.link_slug FROM links l JOIN users u ON u.id = l.user_id WHERE l.id = flagged_link);
BEGIN
	-- A link that is gone announces that itself.
	IF flagged_path IS NOT NULL THEN
		PERFORM pg_notify('link_changed', flagged_path);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER link_flags_announce_change
	AFTER INSERT OR DELETE OR UPDATE OF state ON link_flags
	FOR EACH ROW EXECUTE FUNCTION announce_flag_change();
