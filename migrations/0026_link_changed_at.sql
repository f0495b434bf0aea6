ALTER TABLE "links" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
-- Written by hand: when a visitor would find something else last began, whichever release changed it.
CREATE FUNCTION note_link_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.changed_at := now();
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER links_note_change
	BEFORE UPDATE OF link_slug, target_url, title, description, image_url, starts_at, ends_at, after_url, card_version ON links
	FOR EACH ROW WHEN (
		(OLD.link_slug, OLD.target_url, OLD.title, OLD.description, OLD.image_url,
			OLD.starts_at, OLD.ends_at, OLD.after_url, OLD.card_version)
		IS DISTINCT FROM
		(NEW.link_slug, NEW.target_url, NEW.title, NEW.description, NEW.image_url,
			NEW.starts_at, NEW.ends_at, NEW.after_url, NEW.card_version)
	) EXECUTE FUNCTION note_link_change();
