import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { saveFile } from '@balcao/sdk/ui';

interface LargeFile {
  id: number;
  state: 'running' | 'ready' | 'failed';
  rows: number;
  askedAt: string;
}

export const largeFilesQuery = queryOptions({
  queryKey: ['reports', 'files'],
  queryFn: ({ signal }) => api.get<{ directRows: number; files: LargeFile[] }>('/ticketreport/exports', {}, { signal }),
});
const day = 86_400_000;
const intents = { running: 'info', ready: 'success', failed: 'error' } as const;

/** The files of many rows that a job writes or has written for the reader; each is kept for a day. */
export function LargeFiles() {
  const t = useT();
  const toasts = useToasts();
  const { number, dateTime } = useFormat();
  const { data } = useQuery({
    ...largeFilesQuery,
    refetchInterval: ({ state }) => (state.data?.files.some((file) => file.state === 'running') ? 5000 : false),
  });
  if (!data || data.files.length === 0) return null;
  const save = ({ id }: LargeFile): void =>
    void saveFile(`/ticketreport/exports/${id}/file`, {}, 'relatorio-de-atendimentos.xlsx').catch(toasts.error);
  return (
    <section aria-label={t('file.title')} role="status">
      {data.files.map((file) => (
        <MessageBar key={file.id} intent={intents[file.state]}>
          <MessageBarBody>
            {t(`file.${file.state}`, {
              number: number(file.rows),
              until: dateTime(new Date(Date.parse(file.askedAt) + day).toISOString()),
            })}
          </MessageBarBody>
          {file.state === 'ready' && (
            <MessageBarActions>
              <Button onClick={() => save(file)}>{t('file.download')}</Button>
            </MessageBarActions>
          )}
        </MessageBar>
      ))}
    </section>
  );
}
