CREATE TABLE "link_sources" (
	"link_id" integer PRIMARY KEY NOT NULL,
	"sources" json NOT NULL
);
--> statement-breakpoint
-- What is folded already, before anything of "links" is locked.
INSERT INTO link_sources (link_id, sources)
	SELECT link_id, json_build_array(
		json_agg(json_build_array(source, people) ORDER BY place) FILTER (WHERE place <= 200),
		other + coalesce(sum(people) FILTER (WHERE place > 200), 0))
	FROM (
		SELECT link_id, source, people,
			row_number() OVER (PARTITION BY link_id ORDER BY people DESC, source COLLATE "C") AS place
		FROM (
			SELECT link_id, value->>0 AS source, sum((value->>1)::int) AS people
			FROM link_days JOIN links ON links.id = link_id,
				json_array_elements(breakdowns->'source'->0)
			GROUP BY 1, 2
		) AS summed
	) AS placed
	JOIN (
		SELECT link_id, sum(coalesce((breakdowns->'source'->>1)::int, 0)) AS other FROM link_days GROUP BY 1
	) AS others USING (link_id)
	GROUP BY link_id, other;
--> statement-breakpoint
-- A link that was erased between the two statements would not be found, and may leave its row.
ALTER TABLE "link_sources" ADD CONSTRAINT "link_sources_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
