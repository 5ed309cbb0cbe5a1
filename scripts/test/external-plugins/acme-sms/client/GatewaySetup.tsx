import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import { CopyField, ErrorState, Spinner } from '@balcao/sdk/ui';

/** The address for the gateway's settings, where events are delivered. */
export default function GatewaySetup({ connection }: { connection: { id: number } }) {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: ['acme-sms', connection.id],
    queryFn: ({ signal }) => api.get<{ path: string }>(`/acme-sms/${connection.id}/address`, {}, { signal }),
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Spinner size="tiny" />;
  return <CopyField label={t('setup.address')} value={location.origin + data.path} />;
}
