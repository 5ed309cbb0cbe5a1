import { useState } from 'react';
import { Button, Input, makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { api, useFormat, useRoom, useT, useToasts } from '@balcao/sdk/client';
import { EmptyState, DataTable, ErrorState, SearchBox, type DataColumn, usePages } from '@balcao/sdk/ui';
import { campaignsRoom, type OptOutView } from '../../contract.ts';

const useStyles = makeStyles({
  whole: { maxWidth: '960px' },
  head: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginBottom: '8px' },
});

/** People who get no campaigns: how they said it, and the way back. */
export function OptOutsCard() {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [number, setNumber] = useState('');
  const people = usePages<OptOutView>('/campaign-opt-outs');
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['campaign-opt-outs'] });
  useRoom(campaignsRoom, {}, { 'opt-outs': renew }, { queryKeys: [['campaign-opt-outs']] });
  const call = (work: Promise<unknown>, done: string): void =>
    void work.then(
      () => {
        toasts.success(done);
        setNumber('');
        renew();
      },
      (error: unknown) => toasts.error(error),
    );
  const columns: DataColumn<OptOutView>[] = [
    {
      id: 'who',
      header: t('field.contact'),
      touch: 'title',
      cell: ({ name, number: digits }) => name || (digits ? format.phone(digits) : t('optOut.erased')),
    },
    {
      id: 'number',
      header: t('field.number'),
      width: 180,
      cell: ({ number: digits }) => (digits ? format.phone(digits) : '—'),
    },
    { id: 'source', header: t('optOut.source'), cell: ({ source, text }) => t(`optOut.by.${source}`, { text }) },
    { id: 'at', header: t('optOut.at'), width: 140, cell: ({ at }) => format.dateTime(at) },
    {
      id: 'back',
      header: t('optOut.back'),
      hiddenHeader: true,
      width: 120,
      touch: 'actions',
      cell: ({ id }) => (
        <Button size="small" onClick={() => call(api.delete(`/campaign-opt-outs/${id}`), t('optOut.returned'))}>
          {t('optOut.back')}
        </Button>
      ),
    },
  ];
  return (
    <div className={styles.whole}>
      <div className={styles.head}>
        <SearchBox value={people.term} onChange={people.search} placeholder={t('report.search')} width={260} />
        <Input
          type="tel"
          aria-label={t('optOut.number')}
          placeholder={t('optOut.number')}
          value={number}
          onChange={(_, { value }) => setNumber(value)}
        />
        <Button
          disabled={number.replace(/\D/g, '').length < 8}
          onClick={() => call(api.post('/campaign-opt-outs', { number }), t('optOut.added'))}
        >
          {t('optOut.add')}
        </Button>
      </div>
      {people.error ? (
        <ErrorState error={people.error} onRetry={renew} />
      ) : (
        <DataTable
          label={t('settings.optOuts')}
          columns={columns}
          rows={people.rows}
          rowKey={({ id }) => id}
          loading={people.loading}
          hasMore={people.hasMore}
          onMore={people.more}
          empty={<EmptyState title={t('optOut.none')} text={t('optOut.noneText')} />}
        />
      )}
    </div>
  );
}
