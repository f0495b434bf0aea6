CREATE TABLE "link_candidates" (
	"link_id" integer NOT NULL,
	"day" date NOT NULL,
	"dimension" varchar(20) NOT NULL,
	"counters" "bytea" NOT NULL,
	CONSTRAINT "link_candidates_day_link_id_dimension_pk" PRIMARY KEY("day","link_id","dimension")
);
--> statement-breakpoint
CREATE TABLE "user_candidates" (
	"user_id" varchar(255) NOT NULL,
	"day" date NOT NULL,
	"dimension" varchar(20) NOT NULL,
	"counters" "bytea" NOT NULL,
	CONSTRAINT "user_candidates_day_user_id_dimension_pk" PRIMARY KEY("day","user_id","dimension")
);
--> statement-breakpoint
ALTER TABLE "fold_state" ADD COLUMN "part_tx" bigint;--> statement-breakpoint
ALTER TABLE "fold_state" ADD COLUMN "part_id" uuid;