CREATE TABLE "user_names" (
	"slug" varchar(20) PRIMARY KEY NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_alias_days" (
	"day" date NOT NULL,
	"link_id" integer NOT NULL,
	"slug" varchar(20) NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "link_alias_days_day_link_id_slug_pk" PRIMARY KEY("day","link_id","slug")
);
--> statement-breakpoint
CREATE TABLE "link_aliases" (
	"id" serial PRIMARY KEY NOT NULL,
	"link_id" integer NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"slug" varchar(20) NOT NULL,
	"state" varchar(10) DEFAULT 'open' NOT NULL,
	"views_from" bigint NOT NULL,
	"views_until" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "user_slug_changes" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "views_by_alias" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_names" ADD CONSTRAINT "user_names_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "link_aliases" ADD CONSTRAINT "link_aliases_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_aliases" ADD CONSTRAINT "link_aliases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "link_aliases_slug" ON "link_aliases" USING btree ("user_id",lower(slug)) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "link_aliases_link" ON "link_aliases" USING btree ("link_id");--> statement-breakpoint
-- Written by hand from here on. A live slug and an alias of the same owner exclude each other: each side locks the
-- owner's row before it looks at the other side, so that no two transactions pass at once (docs/decisions/0043).
CREATE FUNCTION refuse_slugs_of_aliases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM users WHERE id IN (SELECT user_id FROM made) ORDER BY id FOR NO KEY UPDATE;
	IF EXISTS (
		SELECT FROM made JOIN link_aliases a ON a.user_id = made.user_id AND lower(a.slug) = lower(made.link_slug)
		WHERE a.state = 'open' AND (NOT made.deleted OR made.disabled_at IS NOT NULL)
	) THEN
		RAISE unique_violation USING MESSAGE = 'The slug is an alias of another link', CONSTRAINT = 'links_user_slug';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER links_refuse_slugs_of_aliases AFTER INSERT ON links REFERENCING NEW TABLE AS made
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_slugs_of_aliases();
--> statement-breakpoint
-- Keeps a link's former slug as an alias, turns an alias that is its slug again into a past one, and closes or opens its
-- aliases as its slug is freed or taken.
CREATE FUNCTION keep_link_aliases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was_taken boolean := NOT OLD.deleted OR OLD.disabled_at IS NOT NULL;
	is_taken boolean := NOT NEW.deleted OR NEW.disabled_at IS NOT NULL;
	is_renamed boolean := is_taken AND lower(NEW.link_slug) <> lower(OLD.link_slug);
BEGIN
	IF is_renamed OR is_taken AND NOT was_taken THEN
		PERFORM FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
		UPDATE link_aliases SET state = 'past'
			WHERE link_id = NEW.id AND state = 'open' AND lower(slug) = lower(NEW.link_slug);
		IF EXISTS (
			SELECT FROM link_aliases
			WHERE user_id = NEW.user_id AND lower(slug) = lower(NEW.link_slug) AND state = 'open'
		) THEN
			RAISE unique_violation USING MESSAGE = 'The slug is an alias of another link', CONSTRAINT = 'links_user_slug';
		END IF;
	END IF;
	IF is_renamed THEN
		IF (SELECT count(*) >= 50 FROM link_aliases WHERE link_id = NEW.id AND state = 'open') THEN
			RAISE check_violation USING MESSAGE = 'A link has at most 50 aliases', CONSTRAINT = 'link_aliases_limit';
		END IF;
		INSERT INTO link_aliases (link_id, user_id, slug, views_from, views_until) VALUES (
			NEW.id, NEW.user_id, OLD.link_slug,
			coalesce((SELECT views_until FROM link_aliases WHERE link_id = NEW.id ORDER BY id DESC LIMIT 1), 0),
			OLD.views_human + OLD.views_bot - OLD.views_by_alias
		);
		DELETE FROM link_aliases WHERE link_id = NEW.id AND state = 'past' AND (
			created_at < now() - interval '32 days'
			OR id IN (SELECT id FROM link_aliases WHERE link_id = NEW.id AND state = 'past' ORDER BY id DESC OFFSET 200)
		);
		-- What leads to the former slug by an alias leads to the new one.
		PERFORM pg_notify('link_changed', u.user_slug || '/' || a.slug)
			FROM link_aliases a JOIN users u ON u.id = a.user_id WHERE a.link_id = NEW.id AND a.state = 'open';
	END IF;
	IF is_taken <> was_taken THEN
		UPDATE link_aliases SET state = CASE WHEN is_taken THEN 'open' ELSE 'closed' END
			WHERE link_id = NEW.id AND state = CASE WHEN is_taken THEN 'closed' ELSE 'open' END;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER links_keep_aliases AFTER UPDATE OF link_slug, deleted, disabled_at ON links
	FOR EACH ROW EXECUTE FUNCTION keep_link_aliases();
--> statement-breakpoint
CREATE FUNCTION refuse_alias_of_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
	IF EXISTS (
		SELECT FROM links WHERE user_id = NEW.user_id AND lower(link_slug) = lower(NEW.slug)
			AND (NOT deleted OR disabled_at IS NOT NULL)
	) THEN
		RAISE unique_violation USING MESSAGE = 'The alias is the slug of a link', CONSTRAINT = 'link_aliases_slug';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER link_aliases_refuse_slug AFTER INSERT OR UPDATE OF user_id, slug, state ON link_aliases
	FOR EACH ROW WHEN (NEW.state = 'open') EXECUTE FUNCTION refuse_alias_of_slug();
--> statement-breakpoint
CREATE FUNCTION announce_alias_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	alias link_aliases := coalesce(NEW, OLD);
BEGIN
	PERFORM pg_notify('link_changed', coalesce((SELECT user_slug FROM users WHERE id = alias.user_id) || '/' || alias.slug, ''));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER link_aliases_announce_change AFTER INSERT OR DELETE OR UPDATE OF user_id, slug, state ON link_aliases
	FOR EACH ROW EXECUTE FUNCTION announce_alias_change();
--> statement-breakpoint
INSERT INTO user_names (slug, user_id, created_at) SELECT user_slug, id, created_at FROM users;
--> statement-breakpoint
-- A name that was given once leads to one account forever. `name/` tells every process that all addresses below it changed.
CREATE FUNCTION keep_user_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND NEW.user_slug = OLD.user_slug THEN
		RETURN NULL;
	END IF;
	INSERT INTO user_names (slug, user_id) VALUES (NEW.user_slug, NEW.id) ON CONFLICT (slug) DO NOTHING;
	IF (SELECT user_id FROM user_names WHERE slug = NEW.user_slug) <> NEW.id THEN
		RAISE unique_violation USING MESSAGE = 'The name was another user''s', CONSTRAINT = 'users_user_slug';
	END IF;
	IF TG_OP = 'UPDATE' THEN
		PERFORM pg_notify('link_changed', OLD.user_slug || '/');
		PERFORM pg_notify('link_changed', NEW.user_slug || '/');
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_keep_name AFTER INSERT OR UPDATE OF user_slug ON users
	FOR EACH ROW EXECUTE FUNCTION keep_user_name();
