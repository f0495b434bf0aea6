/** Storage access that never throws: in a private window or on a full disk only the value is lost. */
export function readStored(area: StorageArea, key: string): string | null {
	try {
		return storageOf(area).getItem(key);
	} catch {
		return null;
	}
}

export function writeStored(area: StorageArea, key: string, value: string): void {
	try {
		storageOf(area).setItem(key, value);
	} catch {
		// Not remembered.
	}
}

export function removeStored(area: StorageArea, key: string): void {
	try {
		storageOf(area).removeItem(key);
	} catch {
		// Nothing was remembered.
	}
}

type StorageArea = "local" | "session";

const storageOf = (area: StorageArea): Storage => (area === "local" ? localStorage : sessionStorage);
