CREATE TABLE "pictures" (
	"image_url" varchar(80) PRIMARY KEY NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_used" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "pictures_unused" ON "pictures" USING btree ("uploaded_at") WHERE NOT is_used;