import { Skeleton } from "#client/components/ui/skeleton.tsx";

export function MailSkeleton() {
	return <Skeleton className="h-290 rounded-card" />;
}
