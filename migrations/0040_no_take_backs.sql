DROP TABLE "take_backs" CASCADE;
