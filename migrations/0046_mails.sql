CREATE TABLE "link_milestones" (
	"link_id" integer NOT NULL,
	"people" integer NOT NULL,
	"reached_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "link_milestones_link_id_people_pk" PRIMARY KEY("link_id","people")
);
--> statement-breakpoint
CREATE TABLE "mail_settings" (
	"user_id" varchar(255) PRIMARY KEY NOT NULL,
	"off" varchar(24)[] DEFAULT '{}' NOT NULL,
	"time_zone" varchar(64),
	"token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"bounces" smallint DEFAULT 0 NOT NULL,
	"bounced_email" varchar(320),
	"bounced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"kind" varchar(24) NOT NULL,
	"key" varchar(200) NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now(),
	"sent_as" uuid,
	"tries" smallint DEFAULT 0 NOT NULL,
	"outcome" varchar(8),
	"done_at" timestamp with time zone,
	"error" varchar(300)
);
--> statement-breakpoint
ALTER TABLE "link_milestones" ADD CONSTRAINT "link_milestones_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_settings" ADD CONSTRAINT "mail_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_settings_token" ON "mail_settings" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_cause" ON "mails" USING btree ("user_id","kind","key");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("next_try_at") WHERE next_try_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_sent_as" ON "mails" USING btree ("sent_as") WHERE sent_as IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at");--> statement-breakpoint
-- Queues a mail to an owner, once per kind and key, unless the owner has switched its kind off.
CREATE FUNCTION queue_mail(to_user varchar, mail_kind varchar, mail_key varchar, mail_data jsonb) RETURNS void
LANGUAGE sql AS $$
	INSERT INTO mails (user_id, kind, key, data)
	SELECT to_user, mail_kind, mail_key, mail_data
	WHERE NOT EXISTS (SELECT FROM mail_settings s WHERE s.user_id = to_user AND mail_kind = ANY (s.off))
	ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- Triggers queue what many writers cause, so that none of them can forget it.
CREATE FUNCTION mail_link_flag() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner varchar;
	is_new boolean := TG_OP = 'INSERT';
	was_asked boolean := false;
BEGIN
	SELECT user_id INTO owner FROM links WHERE id = NEW.link_id AND NOT deleted;
	IF owner IS NULL THEN RETURN NULL; END IF;
	IF NOT is_new THEN
		was_asked := OLD.review_asked_at IS NOT NULL
			AND (OLD.decided_at IS NULL OR OLD.review_asked_at > OLD.decided_at);
	END IF;
	IF was_asked AND NEW.state IN ('cleared', 'blocked') AND NEW.decided_at IS DISTINCT FROM OLD.decided_at THEN
		PERFORM queue_mail(owner, 'review_decided', NEW.link_id || ':' || extract(epoch FROM NEW.decided_at),
			json_build_object('linkId', NEW.link_id, 'state', NEW.state)::jsonb);
	ELSIF NEW.state = 'blocked' OR (NEW.state = 'flagged' AND NEW.evidence = 'closed') THEN
		IF is_new OR NOT (OLD.state = 'blocked' OR (OLD.state = 'flagged' AND OLD.evidence = 'closed')) THEN
			PERFORM queue_mail(owner, 'link_flagged', 'closed:' || NEW.link_id || ':' || NEW.content_hash,
				json_build_object('linkId', NEW.link_id, 'what', 'closed')::jsonb);
		END IF;
	ELSIF NEW.state = 'flagged' AND NEW.evidence IN ('target', 'sign') THEN
		IF is_new OR OLD.state <> 'flagged' OR OLD.evidence IS DISTINCT FROM NEW.evidence THEN
			PERFORM queue_mail(owner, 'link_flagged', 'flagged:' || NEW.link_id || ':' || NEW.content_hash,
				json_build_object('linkId', NEW.link_id, 'what', 'flagged')::jsonb);
		END IF;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER link_flags_mail
	AFTER INSERT OR UPDATE OF state, evidence, decided_at ON link_flags
	FOR EACH ROW EXECUTE FUNCTION mail_link_flag();
--> statement-breakpoint
CREATE FUNCTION mail_disabled_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM queue_mail(NEW.user_id, 'link_flagged', 'disabled:' || NEW.id || ':' || extract(epoch FROM NEW.disabled_at),
		json_build_object('linkId', NEW.id, 'what', 'closed')::jsonb);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER links_mail_disabled
	AFTER UPDATE OF disabled_at ON links
	FOR EACH ROW
	WHEN (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL AND NOT NEW.deleted)
	EXECUTE FUNCTION mail_disabled_link();
--> statement-breakpoint
CREATE FUNCTION mail_disabled_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM queue_mail(NEW.id, 'account_disabled', extract(epoch FROM NEW.disabled_at)::text, '{}');
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_mail_disabled
	AFTER UPDATE OF disabled_at ON users
	FOR EACH ROW
	WHEN (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL AND NEW.deleted_at IS NULL)
	EXECUTE FUNCTION mail_disabled_account();
--> statement-breakpoint
-- One mail per decision, whose sentence about the closed link replaces the mail that it was closed. With the account or the
-- link's host disabled, the mail about that says it.
CREATE FUNCTION mail_confirmed_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner varchar;
BEGIN
	SELECT l.user_id INTO owner FROM links l JOIN users u ON u.id = l.user_id
		WHERE l.id = NEW.link_id AND NOT l.deleted AND l.disabled_at IS NOT NULL AND u.disabled_at IS NULL;
	IF owner IS NULL THEN RETURN NULL; END IF;
	DELETE FROM mails WHERE user_id = owner AND kind = 'link_flagged' AND tries = 0 AND next_try_at IS NOT NULL
		AND key LIKE 'disabled:' || NEW.link_id || ':%';
	PERFORM queue_mail(owner, 'report_confirmed', NEW.link_id || ':' || extract(epoch FROM NEW.closed_at),
		json_build_object('linkId', NEW.link_id)::jsonb);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER reports_mail_confirmed
	AFTER UPDATE OF outcome ON reports
	FOR EACH ROW
	WHEN (OLD.outcome IS NULL AND NEW.outcome = 'disabled')
	EXECUTE FUNCTION mail_confirmed_report();
--> statement-breakpoint
CREATE FUNCTION mail_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM queue_mail(NEW.user_id, 'domain', NEW.id || ':' || extract(epoch FROM coalesce(NEW.verified_at, now())),
		json_build_object('host', NEW.host, 'state', CASE WHEN NEW.verified_at IS NULL THEN 'lost' ELSE 'verified' END)::jsonb);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER domains_mail
	AFTER UPDATE OF verified_at ON domains
	FOR EACH ROW
	WHEN ((OLD.verified_at IS NULL) <> (NEW.verified_at IS NULL) AND OLD.user_id = NEW.user_id)
	EXECUTE FUNCTION mail_domain();
--> statement-breakpoint
CREATE FUNCTION mail_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM queue_mail(NEW.user_id, 'import_finished', NEW.id || ':' || extract(epoch FROM now()), (
		SELECT json_build_object('fileName', NEW.file_name, 'state', NEW.state, 'reason', NEW.reason,
			'made', count(*) FILTER (WHERE state = 'made'), 'same', count(*) FILTER (WHERE state = 'same'),
			'refused', count(*) FILTER (WHERE state = 'refused'),
			'flagged', count(*) FILTER (WHERE state = 'made' AND content ? 'code'))::jsonb
		FROM import_rows WHERE import_id = NEW.id));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER imports_mail
	AFTER UPDATE OF state ON imports
	FOR EACH ROW
	WHEN (OLD.state = 'running' AND (NEW.state = 'done' OR (NEW.state = 'stopped' AND NEW.reason <> 'You stopped it')))
	EXECUTE FUNCTION mail_import();
--> statement-breakpoint
-- What is owed is read when the mail is sent, as the first retry may have paid it.
CREATE FUNCTION mail_failed_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM queue_mail(NEW.user_id, 'payment_failed',
		NEW.stripe_subscription_id || ':' || extract(epoch FROM NEW.current_period_start), '{"amount": null, "currency": null}');
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER subscriptions_mail_failed
	AFTER UPDATE OF status ON subscriptions
	FOR EACH ROW
	WHEN (OLD.status NOT IN ('past_due', 'unpaid') AND NEW.status IN ('past_due', 'unpaid'))
	EXECUTE FUNCTION mail_failed_payment();
--> statement-breakpoint
-- Of several milestones reached at once, the mail names the highest.
CREATE FUNCTION mail_milestones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM queue_mail(links.user_id, 'milestone', links.id || ':' || highest.people,
		json_build_object('linkId', links.id, 'people', highest.people)::jsonb)
	FROM (SELECT link_id, max(people) AS people FROM reached GROUP BY link_id) AS highest
	JOIN links ON links.id = highest.link_id AND NOT links.deleted;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER link_milestones_mail
	AFTER INSERT ON link_milestones
	REFERENCING NEW TABLE AS reached
	FOR EACH STATEMENT EXECUTE FUNCTION mail_milestones();
--> statement-breakpoint
CREATE FUNCTION mail_webhook_off() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM queue_mail(NEW.user_id, 'webhook_off', NEW.id || ':' || extract(epoch FROM now()),
		json_build_object('url', NEW.url, 'reason', NEW.off_reason)::jsonb);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER webhooks_mail_off
	AFTER UPDATE OF off_reason ON webhooks
	FOR EACH ROW
	WHEN (OLD.off_reason IS NULL AND NEW.off_reason IN ('gone', 'failing'))
	EXECUTE FUNCTION mail_webhook_off();
