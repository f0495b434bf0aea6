-- Tells every process which links were made, changed or deleted, by whatever means, so that none answers from an
-- outdated memory. Counting views touches none of the columns below and so tells nothing.
CREATE FUNCTION announce_link_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner_slug text := (SELECT user_slug FROM users WHERE id = coalesce(NEW.user_id, OLD.user_id));
BEGIN
	IF TG_OP <> 'INSERT' THEN
		PERFORM pg_notify('link_changed', coalesce(owner_slug || '/' || OLD.link_slug, ''));
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM pg_notify('link_changed', coalesce(owner_slug || '/' || NEW.link_slug, ''));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER links_announce_change
	AFTER INSERT OR DELETE OR UPDATE OF user_id, link_slug, target_url, title, description, image_url, deleted ON links
	FOR EACH ROW EXECUTE FUNCTION announce_link_change();
