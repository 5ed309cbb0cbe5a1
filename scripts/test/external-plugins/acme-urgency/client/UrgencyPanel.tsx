import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, Exposed } from '@balcao/sdk/client';
import { ErrorState, Spinner } from '@balcao/sdk/ui';
import { averageScore } from '@balcao/acme-satisfaction/contract';
import type { TicketView } from '@balcao/tickets/contract';
import type { Level } from '../contract.ts';
import { LevelSelect } from './LevelSelect.tsx';

/** The urgency of the open conversation, with the customers' satisfaction below where it is known. */
export default function UrgencyPanel({ ticket }: { ticket: TicketView }) {
  const queries = useQueryClient();
  const path = `/urgency/${ticket.id}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['acme-urgency', ticket.id],
    queryFn: ({ signal }) => api.get<{ level: Level }>(path, {}, { signal }),
  });
  const choose = useMutation({
    mutationFn: (level: string) => api.put<{ level: Level }>(path, { level }),
    onSuccess: (answer) => queries.setQueryData(['acme-urgency', ticket.id], answer),
  });
  const fault = choose.error ?? error;
  if (fault) return <ErrorState error={fault} onRetry={() => (choose.error ? choose.reset() : refetch())} />;
  if (!data) return <Spinner size="tiny" />;
  return (
    <>
      <LevelSelect value={choose.isPending ? choose.variables : data.level} onChange={choose.mutate} />
      <Exposed of={averageScore} props={{}} />
    </>
  );
}
