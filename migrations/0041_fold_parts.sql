ALTER TABLE "fold_state" DROP COLUMN "part_tx";--> statement-breakpoint
ALTER TABLE "fold_state" DROP COLUMN "part_id";