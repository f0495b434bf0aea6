CREATE TABLE "webhook_deliveries" (
	"id" serial PRIMARY KEY NOT NULL,
	"webhook_id" integer NOT NULL,
	"event_id" uuid NOT NULL,
	"state" varchar(9) DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone,
	"last_status" smallint,
	"last_error" varchar(200),
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"type" varchar(30) NOT NULL,
	"source" jsonb,
	"once_key" varchar(10),
	"body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"url" varchar(2048) NOT NULL,
	"events" varchar(30)[] NOT NULL,
	"secret" varchar(60) NOT NULL,
	"previous_secret" varchar(60),
	"previous_until" timestamp with time zone,
	"off_reason" varchar(8),
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"last_at" timestamp with time zone,
	"last_status" smallint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_events_user" ON "webhook_events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_events_created" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_once" ON "webhook_events" USING btree ("user_id","type","once_key") WHERE once_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhooks_user" ON "webhooks" USING btree ("user_id");--> statement-breakpoint
-- Written by hand from here on (docs/decisions/0126). Stores events for those of these accounts that have an endpoint for
-- them, in the transaction of their cause, and wakes what sends them at its commit: on the channel of links, so that no
-- second connection has to listen. Without such an endpoint a look-up by index is all that happens.
CREATE FUNCTION raise_webhook_events(kind text, owners text[], sources jsonb[], once_keys text[] DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF owners IS NULL THEN RETURN; END IF;
	WITH raised AS (
		INSERT INTO webhook_events (user_id, type, source, once_key)
		SELECT each.owner, kind, each.source, each.once_key
			FROM unnest(owners, sources, once_keys) WITH ORDINALITY AS each (owner, source, once_key, n)
			WHERE EXISTS (SELECT FROM webhooks w WHERE w.user_id = each.owner AND w.off_reason IS NULL AND kind = ANY (w.events))
			ORDER BY each.n
		ON CONFLICT (user_id, type, once_key) WHERE once_key IS NOT NULL DO NOTHING
		RETURNING id, user_id
	)
	INSERT INTO webhook_deliveries (webhook_id, event_id)
		SELECT w.id, raised.id FROM raised
			JOIN webhooks w ON w.user_id = raised.user_id AND w.off_reason IS NULL AND kind = ANY (w.events);
	IF FOUND THEN PERFORM pg_notify('link_changed', '!webhooks'); END IF;
END
$$;
--> statement-breakpoint
-- An import writes a hundred links in one statement.
CREATE FUNCTION raise_links_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM raise_webhook_events('link.created', array_agg(made.user_id ORDER BY made.id),
			array_agg(jsonb_build_object('link', to_jsonb(made)) ORDER BY made.id))
		FROM made WHERE EXISTS (SELECT FROM webhooks w
			WHERE w.user_id = made.user_id AND w.off_reason IS NULL AND 'link.created' = ANY (w.events));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER links_raise_created AFTER INSERT ON links REFERENCING NEW TABLE AS made
	FOR EACH STATEMENT EXECUTE FUNCTION raise_links_created();
--> statement-breakpoint
-- By row, with a list of columns: views update other columns of links, many at once, and must cost nothing here.
CREATE FUNCTION raise_link_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kind text := CASE WHEN NEW.deleted THEN 'link.deleted' ELSE 'link.updated' END;
BEGIN
	IF EXISTS (SELECT FROM webhooks w WHERE w.user_id = NEW.user_id AND w.off_reason IS NULL AND kind = ANY (w.events)) THEN
		PERFORM raise_webhook_events(kind, ARRAY[NEW.user_id], ARRAY[jsonb_build_object('link', to_jsonb(NEW))]);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER links_raise_changed
	AFTER UPDATE OF external_id, link_slug, domain_id, target_url, title, description, image_url, tags, archived_at,
		starts_at, ends_at, after_url, deleted, disabled_at ON links
	FOR EACH ROW
	WHEN (NOT (OLD.deleted AND NEW.deleted) AND
		(OLD.external_id, OLD.link_slug, OLD.domain_id, OLD.target_url, OLD.title, OLD.description, OLD.image_url, OLD.tags,
			OLD.archived_at, OLD.starts_at, OLD.ends_at, OLD.after_url, OLD.deleted, OLD.disabled_at)
		IS DISTINCT FROM
		(NEW.external_id, NEW.link_slug, NEW.domain_id, NEW.target_url, NEW.title, NEW.description, NEW.image_url, NEW.tags,
			NEW.archived_at, NEW.starts_at, NEW.ends_at, NEW.after_url, NEW.deleted, NEW.disabled_at))
	EXECUTE FUNCTION raise_link_changed();
--> statement-breakpoint
CREATE FUNCTION raise_link_flagged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM raise_webhook_events('link.flagged', array_agg(l.user_id),
			array_agg(jsonb_build_object('link', to_jsonb(l))))
		FROM links l WHERE l.id = NEW.link_id AND EXISTS (SELECT FROM webhooks w
			WHERE w.user_id = l.user_id AND w.off_reason IS NULL AND 'link.flagged' = ANY (w.events));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER link_flags_raise_new AFTER INSERT ON link_flags
	FOR EACH ROW WHEN (NEW.state IN ('flagged', 'blocked')) EXECUTE FUNCTION raise_link_flagged();
--> statement-breakpoint
CREATE TRIGGER link_flags_raise_changed AFTER UPDATE OF state ON link_flags
	FOR EACH ROW WHEN (NEW.state IN ('flagged', 'blocked') AND OLD.state IS DISTINCT FROM NEW.state)
	EXECUTE FUNCTION raise_link_flagged();
--> statement-breakpoint
-- Once a second with all fetches of the second; those of a version that the platform has already are no insert.
CREATE FUNCTION raise_cards_previewed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM webhooks WHERE off_reason IS NULL AND 'card.previewed' = ANY (events)) THEN RETURN NULL; END IF;
	PERFORM raise_webhook_events('card.previewed', array_agg(l.user_id),
			array_agg(jsonb_build_object('link', to_jsonb(l), 'platform', taken.platform, 'version', taken.version)))
		FROM taken JOIN links l ON l.id = taken.link_id
		WHERE taken.kind = 'page' AND EXISTS (SELECT FROM webhooks w
			WHERE w.user_id = l.user_id AND w.off_reason IS NULL AND 'card.previewed' = ANY (w.events));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER deliveries_raise_previewed AFTER INSERT ON deliveries REFERENCING NEW TABLE AS taken
	FOR EACH STATEMENT EXECUTE FUNCTION raise_cards_previewed();
--> statement-breakpoint
CREATE FUNCTION raise_import_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM webhooks w
		WHERE w.user_id = NEW.user_id AND w.off_reason IS NULL AND 'import.finished' = ANY (w.events)) THEN
		PERFORM raise_webhook_events('import.finished', ARRAY[NEW.user_id], ARRAY[jsonb_build_object('data', jsonb_build_object(
			'id', NEW.id, 'fileName', NEW.file_name, 'state', NEW.state, 'reason', NEW.reason,
			'rows', (SELECT jsonb_build_object(
				'made', count(*) FILTER (WHERE state = 'made'), 'same', count(*) FILTER (WHERE state = 'same'),
				'refused', count(*) FILTER (WHERE state = 'refused'), 'left', count(*) FILTER (WHERE state = 'create'))
				FROM import_rows WHERE import_id = NEW.id)))]);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER imports_raise_finished AFTER UPDATE OF state ON imports
	FOR EACH ROW WHEN (OLD.state = 'running' AND NEW.state IN ('done', 'stopped'))
	EXECUTE FUNCTION raise_import_finished();
