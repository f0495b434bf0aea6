ALTER TABLE "links" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "after_url" varchar(2048);--> statement-breakpoint
-- Announced as other changes of a link are; beside that trigger, so that a change of either does not touch the other.
CREATE TRIGGER links_announce_schedule
	AFTER UPDATE OF starts_at, ends_at, after_url ON links FOR EACH ROW EXECUTE FUNCTION announce_link_change();
