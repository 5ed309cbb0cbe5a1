import { Dropdown, Option } from '@fluentui/react-components';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useFormat, useT } from '@balcao/sdk/client';
import { DataTable, EmptyState, ErrorState, Page, type DataColumn } from '@balcao/sdk/ui';
import type { Score, Scores } from '../contract.ts';

const key = ['acme-satisfaction'];

/** The satisfaction with conversations that ended. */
export default function SatisfactionPage() {
  const t = useT();
  const format = useFormat();
  const queries = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Scores>('/satisfaction', {}, { signal }),
  });
  const note = useMutation({
    mutationFn: ({ id, score }: { id: number; score: number }) => api.put(`/satisfaction/${id}`, { score }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const columns: DataColumn<Score>[] = [
    { id: 'contact', header: t('column.contact'), cell: ({ contactName }) => contactName, touch: 'title' },
    { id: 'attendant', header: t('column.attendant'), cell: ({ attendant }) => attendant ?? '' },
    { id: 'ended', header: t('column.ended'), cell: ({ endedAt }) => format.dateTime(endedAt) },
    {
      id: 'score',
      header: t('column.score'),
      cell: ({ id, contactName, score }) => (
        <Dropdown
          size="small"
          aria-label={t('note', { contact: contactName })}
          value={score === null ? t('unnoted') : String(score)}
          selectedOptions={[String(score ?? '')]}
          onOptionSelect={(_, { optionValue }) => note.mutate({ id, score: Number(optionValue) })}
        >
          {['1', '2', '3', '4', '5'].map((value) => (
            <Option key={value} value={value}>
              {value}
            </Option>
          ))}
        </Dropdown>
      ),
    },
  ];
  const average = data?.average ?? null;
  return (
    <Page
      title={t('manifest.title')}
      {...(average !== null && { subtitle: t('average', { average: format.number(average) }) })}
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DataTable
          label={t('manifest.title')}
          columns={columns}
          rows={data?.scores ?? []}
          rowKey={({ id }) => id}
          loading={isPending}
          empty={<EmptyState title={t('empty.title')} text={t('empty.text')} />}
        />
      )}
    </Page>
  );
}
