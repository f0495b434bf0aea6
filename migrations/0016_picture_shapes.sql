ALTER TABLE "pictures" ADD COLUMN "shape" varchar(8) DEFAULT 'wide' NOT NULL;--> statement-breakpoint
CREATE INDEX "link_cards_image_url" ON "link_cards" USING btree ("image_url");