import type { FaultSources, PlantedFault } from "./planted-fault.ts";
import { byteFaults, imageFaults } from "./planted-image-faults.ts";
import { headFaults, pageFaults } from "./planted-page-faults.ts";
import { robotsFaults } from "./planted-robots-faults.ts";
import { tagFaults } from "./planted-tag-faults.ts";
import { transferFaults } from "./planted-transfer-faults.ts";

/** What proxies, firewalls, caches and optimisers in front of a service have been seen to do to a card. */
export function plantedFaults(sources: FaultSources): PlantedFault[] {
	return [
		...pageFaults(),
		...tagFaults(),
		...transferFaults(),
		...headFaults(),
		...imageFaults(sources),
		...byteFaults(sources),
		...robotsFaults(),
	];
}
