ALTER TABLE "links" ADD COLUMN "card_versions" jsonb;--> statement-breakpoint
-- Written by hand: a change of the link's card leaves those targets as they were whose own card replaces all that changed.
CREATE OR REPLACE FUNCTION count_card_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.card_version := OLD.card_version + 1;
	NEW.card_versions := (
		SELECT jsonb_object_agg(c.target, coalesce((OLD.card_versions ->> c.target)::integer, OLD.card_version))
		FROM link_cards c
		WHERE c.link_id = NEW.id
			AND (c.title IS NOT NULL OR NEW.title = OLD.title)
			AND (c.description IS NOT NULL OR NEW.description = OLD.description)
			AND (c.image_url IS NOT NULL OR NEW.image_url IS NOT DISTINCT FROM OLD.image_url)
	);
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- A card for one target makes a new version of the link's card, in which all other targets' stay as they were.
CREATE OR REPLACE FUNCTION count_platform_card() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed_link integer := CASE WHEN TG_OP = 'DELETE' THEN OLD.link_id ELSE NEW.link_id END;
	changed_target text := CASE WHEN TG_OP = 'DELETE' THEN OLD.target ELSE NEW.target END;
	changed_path text;
BEGIN
	IF TG_OP = 'UPDATE' AND NEW IS NOT DISTINCT FROM OLD THEN
		RETURN NULL;
	END IF;
	UPDATE links SET card_version = card_version + 1, card_versions = (
			SELECT jsonb_object_agg(t.target, coalesce((links.card_versions ->> t.target)::integer, links.card_version))
			FROM unnest('{meta,whatsapp,x,linkedin,discord,others}'::text[]) AS t (target)
			WHERE t.target <> changed_target
		) FROM users
		WHERE links.id = changed_link AND users.id = links.user_id
		RETURNING users.user_slug || '/' || links.link_slug INTO changed_path;
	IF changed_path IS NOT NULL THEN
		PERFORM pg_notify('link_changed', changed_path);
	END IF;
	RETURN NULL;
END
$$;
