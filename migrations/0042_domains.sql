CREATE TABLE "domains" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" varchar(255) NOT NULL,
	"host" varchar(253) NOT NULL,
	"token" varchar(40) NOT NULL,
	"verified_at" timestamp with time zone,
	"pointed_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"last_check" jsonb,
	"next_check_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"is_default" boolean DEFAULT false NOT NULL,
	"root_target" varchar(2048),
	"unknown_target" varchar(2048),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "domain_id" integer;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "former_domain_ids" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_user_host" ON "domains" USING btree ("user_id","host");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_verified_host" ON "domains" USING btree ("host") WHERE verified_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_default" ON "domains" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "domains_host" ON "domains" USING btree ("host");--> statement-breakpoint
CREATE INDEX "domains_next_check" ON "domains" USING btree ("next_check_at");--> statement-breakpoint
-- Notifies every process of a host whose answers change; checks that change nothing visitors see notify nobody. On the
-- channel of links, so that no second connection has to listen; a name in links has no at sign.
CREATE FUNCTION announce_domain_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('link_changed', '@' || coalesce(NEW.host, OLD.host));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER domains_announce_row
	AFTER INSERT OR DELETE ON domains
	FOR EACH ROW EXECUTE FUNCTION announce_domain_change();
--> statement-breakpoint
CREATE TRIGGER domains_announce_change
	AFTER UPDATE ON domains
	FOR EACH ROW
	WHEN ((OLD.user_id, OLD.host, OLD.verified_at, OLD.disabled_at, OLD.root_target, OLD.unknown_target)
		IS DISTINCT FROM (NEW.user_id, NEW.host, NEW.verified_at, NEW.disabled_at, NEW.root_target, NEW.unknown_target))
	EXECUTE FUNCTION announce_domain_change();
--> statement-breakpoint
CREATE TRIGGER links_announce_domain
	AFTER UPDATE OF domain_id ON links FOR EACH ROW EXECUTE FUNCTION announce_link_change();
--> statement-breakpoint
-- A link can be reached on each domain it has had, whoever changes it.
CREATE FUNCTION keep_former_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.former_domain_ids := array_remove(OLD.former_domain_ids, NEW.domain_id);
	IF OLD.domain_id IS NOT NULL AND NOT OLD.domain_id = ANY (NEW.former_domain_ids) THEN
		NEW.former_domain_ids := NEW.former_domain_ids || OLD.domain_id;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER links_keep_former_domain
	BEFORE UPDATE OF domain_id ON links
	FOR EACH ROW
	WHEN (OLD.domain_id IS DISTINCT FROM NEW.domain_id)
	EXECUTE FUNCTION keep_former_domain();
