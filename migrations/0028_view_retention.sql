CREATE TABLE "view_retention" (
	"partition" varchar(63) PRIMARY KEY NOT NULL,
	"no_address_before" timestamp with time zone NOT NULL,
	"no_agent_before" timestamp with time zone NOT NULL,
	"is_compact" boolean DEFAULT false NOT NULL
);
