CREATE TABLE "disabled_hosts" (
	"host" varchar(255) PRIMARY KEY NOT NULL,
	"reason" varchar(500),
	"disabled_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "links_user_slug";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_reason" varchar(500);--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "disabled_reason" varchar(500);--> statement-breakpoint
CREATE UNIQUE INDEX "links_user_slug" ON "links" USING btree ("user_id",lower(link_slug)) WHERE NOT deleted OR disabled_at IS NOT NULL;--> statement-breakpoint
-- A link that an operator disables or enables is announced as one that its owner changes is. A user or a host has
-- links without number: the empty announcement makes every process forget all it knows.
DROP TRIGGER links_announce_change ON links;
--> statement-breakpoint
CREATE TRIGGER links_announce_change
	AFTER INSERT OR DELETE OR UPDATE OF user_id, link_slug, target_url, title, description, image_url, deleted, disabled_at
	ON links FOR EACH ROW EXECUTE FUNCTION announce_link_change();
--> statement-breakpoint
CREATE FUNCTION announce_any_link_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('link_changed', '');
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_announce_disabling
	AFTER UPDATE OF disabled_at ON users
	FOR EACH ROW WHEN (OLD.disabled_at IS DISTINCT FROM NEW.disabled_at) EXECUTE FUNCTION announce_any_link_change();
--> statement-breakpoint
CREATE TRIGGER disabled_hosts_announce_change
	AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON disabled_hosts
	FOR EACH STATEMENT EXECUTE FUNCTION announce_any_link_change();
--> statement-breakpoint
-- The host of an address as new URL() writes it, and every domain it stands in: a.b.example, b.example and example.
CREATE FUNCTION domains_of(address text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	host text := rtrim(substring(address FROM '^https?://(\[[^]]*\]|[^/:?#]*)'), '.');
	domains text[] := ARRAY[host];
BEGIN
	WHILE strpos(host, '.') > 0 LOOP
		host := substr(host, strpos(host, '.') + 1);
		domains := domains || host;
	END LOOP;
	RETURN domains;
END
$$;
