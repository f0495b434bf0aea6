CREATE TABLE "link_cards" (
	"link_id" integer NOT NULL,
	"target" varchar(16) NOT NULL,
	"title" varchar(255),
	"description" varchar(2048),
	"image_url" varchar(2048),
	"color" varchar(7),
	CONSTRAINT "link_cards_link_id_target_pk" PRIMARY KEY("link_id","target")
);
--> statement-breakpoint
ALTER TABLE "link_cards" ADD CONSTRAINT "link_cards_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- A card for one platform is a part of the link's card: its version grows, and every process is told.
CREATE FUNCTION count_platform_card() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed_link integer := CASE WHEN TG_OP = 'DELETE' THEN OLD.link_id ELSE NEW.link_id END;
	changed_path text;
BEGIN
	IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM OLD THEN
		RETURN NULL;
	END IF;
	UPDATE links SET card_version = card_version + 1 FROM users
		WHERE links.id = changed_link AND users.id = links.user_id
		RETURNING users.user_slug || '/' || links.link_slug INTO changed_path;
	IF changed_path IS NOT NULL THEN
		PERFORM pg_notify('link_changed', changed_path);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER link_cards_count_version
	AFTER INSERT OR DELETE OR UPDATE ON link_cards
	FOR EACH ROW EXECUTE FUNCTION count_platform_card();
