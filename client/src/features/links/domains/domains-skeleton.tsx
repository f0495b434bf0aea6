import { Skeleton } from "#client/components/ui/skeleton.tsx";

export function DomainsSkeleton() {
	return <Skeleton className="h-52 rounded-card" />;
}
