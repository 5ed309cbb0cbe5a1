import { Checkbox } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { DataTable, EmptyState, ErrorState, Page, type DataColumn } from '@balcao/sdk/ui';
import type { Note } from '../contract.ts';
import { useNotes } from './use-notes.ts';

/** The company's notes, newest first. */
export default function NotesPage() {
  const t = useT();
  const format = useFormat();
  const { notes, error, retry, mark } = useNotes();
  const columns: DataColumn<Note>[] = [
    { id: 'body', header: t('page.note'), touch: 'title', cell: ({ body }) => body },
    { id: 'author', header: t('page.author'), width: '20%', cell: ({ author }) => author ?? t('page.gone') },
    { id: 'at', header: t('page.at'), width: 160, cell: ({ createdAt }) => format.dateTime(createdAt) },
    {
      id: 'done',
      header: t('page.done'),
      width: 110,
      cell: ({ id, body, done }) => (
        <Checkbox
          aria-label={t('page.markDone', { note: body })}
          checked={done}
          onChange={(_, data) => mark(id, data.checked === true)}
        />
      ),
    },
  ];
  return (
    <Page title={t('manifest.title')} {...(notes?.length ? { count: notes.length } : {})}>
      {error && !notes ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <DataTable
          label={t('manifest.title')}
          columns={columns}
          rows={notes ?? []}
          rowKey={({ id }) => id}
          loading={!notes}
          empty={<EmptyState title={t('page.none')} text={t('page.noneText')} />}
        />
      )}
    </Page>
  );
}
