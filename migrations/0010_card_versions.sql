CREATE TABLE "deliveries" (
	"link_id" integer NOT NULL,
	"platform" varchar(32) NOT NULL,
	"version" integer NOT NULL,
	"kind" varchar(8) NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deliveries_link_id_platform_version_kind_pk" PRIMARY KEY("link_id","platform","version","kind")
);
--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "card_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- A card's version grows with what it shows, whichever release makes the change.
CREATE FUNCTION count_card_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.card_version := OLD.card_version + 1;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER links_count_card_version
	BEFORE UPDATE OF title, description, image_url ON links
	FOR EACH ROW WHEN (
		(OLD.title, OLD.description, OLD.image_url) IS DISTINCT FROM (NEW.title, NEW.description, NEW.image_url)
	) EXECUTE FUNCTION count_card_version();
