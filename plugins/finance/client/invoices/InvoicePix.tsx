import { useQuery } from '@tanstack/react-query';
import { PartBoundary, api } from '@balcao/sdk/client';
import { ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import { PixPanel } from '../subscription/lazy-parts.ts';
import type { Pix } from '../subscription/useSubscription.ts';

/** The payment code of one invoice. */
export function InvoicePix({ invoiceId }: { invoiceId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['finance-pix', invoiceId],
    queryFn: () => api.post<Pix>(`/invoices/${invoiceId}/pix`),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} />;
  // A code is fetched once: a request after the payment would be refused, and the panel shows the payment.
  return (
    <PartBoundary fallback={<SkeletonRows rows={6} />}>
      <PixPanel pix={data} />
    </PartBoundary>
  );
}
