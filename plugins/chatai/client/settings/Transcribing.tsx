import { Switch } from '@fluentui/react-components';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormGroup, FormRow } from '@balcao/sdk/ui';

const chosenQuery = queryOptions({
  queryKey: ['chatai', 'transcribing'],
  queryFn: async ({ signal }) =>
    (await api.get<{ connectionIds: number[] }>('/ai/transcribing', {}, { signal })).connectionIds,
});
const connectionsQuery = queryOptions({
  queryKey: ['chatai', 'connections'],
  queryFn: ({ signal }) => api.get<{ id: number; name: string }[]>('/whatsapp', { session: 0 }, { signal }),
});

/** The connections whose voice messages are written down by themselves. */
export function Transcribing() {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const chosen = useQuery(chosenQuery);
  const connections = useQuery(connectionsQuery);
  const ids = chosen.data ?? [];
  if (!connections.data || connections.data.length === 0) return null;
  const change = (id: number, isOn: boolean): void => {
    const connectionIds = isOn ? [...ids, id] : ids.filter((one) => one !== id);
    queries.setQueryData(chosenQuery.queryKey, connectionIds);
    api
      .put('/ai/transcribing', { connectionIds })
      .catch(toasts.error)
      .finally(() => void chosen.refetch());
  };
  return (
    <FormGroup title={t('setting.transcribing')} text={t('transcript.automaticText')}>
      {connections.data.map(({ id, name }) => (
        <FormRow key={id} label={name}>
          <Switch checked={ids.includes(id)} onChange={(_, { checked }) => change(id, checked)} />
        </FormRow>
      ))}
    </FormGroup>
  );
}
